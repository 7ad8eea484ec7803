/**
 * What every engine of Hark must do, as tests: {@link dev.hark.testkit.contract.BrokerContract} and its sections. No
 * test here knows which engine it runs on.
 */
package dev.hark.testkit.contract;
