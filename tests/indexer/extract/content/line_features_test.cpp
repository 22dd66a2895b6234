// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/line_features.h"

#include "indexer/extract/words/words.h"

#include <string>
#include <string_view>

#include <catch2/catch.hpp>

using namespace trawl::extract;

TEST_CASE("line features: sentences end in any script", "[line_features]") {
  for (const std::string_view text :
       {"So it is.", "“So it is.”", "(So?)", "終わり。", "خبر؟", "कहा।", "thus:", "So it is.'\")"}) {
    CAPTURE(text);
    CHECK(ends_sentence(text));
  }
  for (const std::string_view text : {"Menu", "", "\"", "12 May", "version 2.5", ")))"}) {
    CAPTURE(text);
    CHECK_FALSE(ends_sentence(text));
  }
}

TEST_CASE("line features: buttons, credits and calls are boilerplate", "[line_features]") {
  for (const std::string_view text : {"Advertisement", "Share this article", "Photo: Ann Lee", "© 2024 The Example",
                                      "• Sign up", "Foto: dpa", "Click here to read the rest"}) {
    CAPTURE(text);
    CHECK(is_boilerplate_line(text));
  }
  for (const std::string_view text : {"Adverbs are words.", "Shared memory", "The photo shows a bird.", ""}) {
    CAPTURE(text);
    CHECK_FALSE(is_boilerplate_line(text));
  }
  CHECK_FALSE(is_boilerplate_line("Advertisement " + std::string(250, 'x')));
}

TEST_CASE("line features: phrases match as they are written in the tables", "[line_features]") {
  for (const std::string_view phrase : words::kLinesPublisher) {
    CAPTURE(phrase);
    CHECK(is_publisher_notice("Yes, " + std::string(phrase) + "."));
  }
}

TEST_CASE("line features: bylines and date lines", "[line_features]") {
  for (const std::string_view text : {"By Jane Doe", "Von Max Muster", "March 3, 2020", "03.04.2021, 12:30",
                                      "5 min read", "2020年3月1日", "Updated", "Posted: Ann Lee"}) {
    CAPTURE(text);
    CHECK(is_byline(text));
  }
  for (const std::string_view text :
       {"The model was trained in May on 2048 accelerators, and it took three weeks to converge fully.",
        "Bypass the cache", "In May", "Version 2.5", "1080p at 24 fps for Youtube",
        "K. Zolna, D. Arpit, Y. Bengio: Fraternal Dropout, 2017", ""}) {
    CAPTURE(text);
    CHECK_FALSE(is_byline(text));
  }
}

TEST_CASE("line features: notices of publishers about themselves", "[line_features]") {
  CHECK(is_publisher_notice("When you buy through links on our site, we may earn a commission."));
  CHECK(is_publisher_notice("Jane Doe contributed to this report."));
  CHECK_FALSE(is_publisher_notice("The commission may earn the trust of voters."));
  CHECK_FALSE(is_publisher_notice("All rights reserved. " + std::string(600, 'x')));
}
