// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/url/url.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "shared/url/canonical.h"
#include "shared/url/idna.h"
#include "shared/url/percent_encoding.h"
#include "tests/standards/cases.h"

using namespace trawl;
using standards::Json;

namespace {

Json resolve(const Json& reference, const Json& base) {
  const std::string url = url::resolve(reference.get<std::string>(), base.get<std::string>());
  return url.empty() ? Json() : Json(url);
}

} // namespace

TEST_CASE("standards: URLs are parsed as the URL Standard says", "[standards]") {
  standards::check_cases("url_parsing", [](const Json& input, const Json&) {
    if (input.is_array()) return resolve(input[0], input[1]);
    const auto url = url::parse(input.get<std::string>());
    return url ? Json(url->to_string()) : Json();
  });
}

TEST_CASE("standards: references are resolved as in RFC 3986", "[standards]") {
  standards::check_cases("url_resolution", [](const Json& input, const Json&) { return resolve(input[0], input[1]); });
}

TEST_CASE("standards: percent-encoding is normalised as in RFC 3986", "[standards]") {
  standards::check_cases("percent_encoding", [](const Json& input, const Json&) {
    return Json(url::normalise_percent_encoding(input.get<std::string>()));
  });
}

TEST_CASE("standards: domains become ASCII as in UTS #46", "[standards]") {
  standards::check_cases("domain_to_ascii", [](const Json& input, const Json&) {
    const auto domain = url::domain_to_ascii(input.get<std::string>());
    return domain ? Json(*domain) : Json();
  });
}

TEST_CASE("standards: registrable domains are those of the public suffix list's own tests", "[standards]") {
  standards::check_cases("public_suffix", [](const Json& input, const Json&) {
    const auto domain = url::registrable_domain("http://" + input.get<std::string>() + "/");
    return domain ? Json(*domain) : Json();
  });
}
