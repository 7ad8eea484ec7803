/** What tests of tables share: the rows of a document, and threads and time that a test drives by hand. */
package dev.hark.tables;
