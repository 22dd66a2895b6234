// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/url/canonical.h"

#include <string>
#include <string_view>

#include <catch2/catch.hpp>

using namespace trawl::url;

TEST_CASE("tracking: the parameters of the usual services are trackers", "[url]") {
  for (const std::string_view name :
       {"utm_source", "utm_medium",    "utm_campaign", "utm_term", "utm_content", "utm_id",           "utm",
        "gclid",      "dclid",         "gbraid",       "wbraid",   "gad_source",  "fbclid",           "msclkid",
        "twclid",     "ttclid",        "yclid",        "igshid",   "li_fat_id",   "mc_cid",           "mc_eid",
        "mkt_tok",    "_hsenc",        "_hsmi",        "__hstc",   "hsa_cam",     "ga_source",        "mtm_campaign",
        "pk_kwd",     "matomo_source", "piwik_kwd",    "vero_id",  "oly_enc_id",  "wt.mc_id",         "_ga",
        "_gl",        "ref_src",       "srsltid",      "spm",      "trk",         "trk_contact",      "ncid",
        "cmpid",      "icid",          "xtor",         "zanpid",   "__s",         "_branch_match_id", "guccounter"}) {
    INFO(name);
    CHECK(is_tracking_parameter(name, "x"));
    CHECK(is_tracking_parameter(name, ""));
  }
}

TEST_CASE("tracking: names that select content are not trackers", "[url]") {
  for (const std::string_view name : {"",   "id", "p",        "q",      "page",        "ref",        "source", "lang",
                                      "v",  "s",  "category", "utmost", "ut",          "utm-source", "gclidx", "xgclid",
                                      "fb", "g",  "mt",       "mtmx",   "sc_category", "campaign",   "track",  "trkx",
                                      "_",  "__", "ga",       "wt",     "spmx",        "amp",        "amp;",   "?"}) {
    INFO(name);
    CHECK_FALSE(is_tracking_parameter(name, "x"));
  }
}

TEST_CASE("tracking: case, escapes and remains of twice-escaped links make no difference", "[url]") {
  for (const std::string_view name :
       {"UTM_SOURCE", "Utm_Source", "utm%5fsource", "%75tm_source", "amp;utm_source", "amp;amp;utm_source",
        "?utm_source", "??utm_source", "?amp;utm_source", "amp;?utm_source", "AMP;UTM_source", "amp%3Butm_source",
        "%3Futm_source", "FBCLID", "%66bclid"}) {
    INFO(name);
    CHECK(is_tracking_parameter(name, ""));
  }
  CHECK_FALSE(is_tracking_parameter("amp;id", ""));
  CHECK_FALSE(is_tracking_parameter("utm%255fsource", "")); // escaped twice: another name
}

TEST_CASE("tracking: a source is a tracker only with the value that Medium's feeds give it", "[url]") {
  CHECK(is_tracking_parameter("source", "rss-"));
  CHECK(is_tracking_parameter("source", "rss----7f60cf5620c9---4"));
  CHECK(is_tracking_parameter("amp;Source", "rss-7f60"));
  for (const std::string_view value : {"", "rss", "RSS-", "feed", "x-rss-"}) {
    INFO(value);
    CHECK_FALSE(is_tracking_parameter("source", value));
  }
  CHECK_FALSE(is_tracking_parameter("src", "rss-7f60"));
}
