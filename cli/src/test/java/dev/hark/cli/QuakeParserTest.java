package dev.hark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a line of the feed may look like. */
class QuakeParserTest {
    @Test
    void line_ofTheFeed_isAnEvent() throws Exception {
        Quake quake = QuakeParser.parse("{\"id\":\"us7000py47\",\"time\":\"2025-05-06T09:24:12.256Z\",\"net\":\"us\","
                + "\"type\":\"earthquake\",\"place\":\"48 km SSE of Atka, Alaska\",\"mag\":2.8,\"depth\":80.977}");

        assertThat(quake)
                .isEqualTo(new Quake(
                        "us7000py47",
                        Instant.parse("2025-05-06T09:24:12.256Z"),
                        "us",
                        "earthquake",
                        2.8,
                        "48 km SSE of Atka, Alaska"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'id':'a','time':'2025-05-06T09:24:12Z','net':'us','type':'earthquake'}",
                "{'id':'a','time':'2025-05-06T09:24:12Z','net':'us','type':'earthquake','mag':null,'place':null}"
            },
            quoteCharacter = '`')
    void line_withoutMagnitudeAndPlace_isAnEvent(String line) throws Exception {
        Quake quake = QuakeParser.parse(line.replace('\'', '"'));

        assertThat(quake.magnitude()).isNaN();
        assertThat(quake.place()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "no json at all | is not a JSON object",
                "{'id':'a' | is not a JSON object",
                "[1,2] | is not a JSON object",
                "{} | has no text 'id'",
                "{'id':7,'time':'2025-05-06T09:24:12Z','net':'us','type':'x'} | has no text 'id'",
                "{'id':'a','net':'us','type':'x'} | has no text 'time'",
                "{'id':'a','time':'yesterday','net':'us','type':'x'} | has the time 'yesterday'",
                "{'id':'a','time':'2025-05-06T09:24:12Z','net':'','type':'x'} | has no text 'net'",
                "{'id':'a','time':'2025-05-06T09:24:12Z','net':'us'} | has no text 'type'",
                "{'id':'a','time':'2025-05-06T09:24:12Z','net':'us','type':'x','mag':'big'} | has a 'mag' that is no number"
            })
    void line_thatIsNoEvent_isRefusedWithTheReason(String line, String reason) {
        assertThatThrownBy(() -> QuakeParser.parse(line.replace('\'', '"')))
                .isInstanceOf(QuakeParser.BadLineException.class)
                .hasMessageContaining(reason);
    }
}
