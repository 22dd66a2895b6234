// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/charset.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <set>

#include "tests/standards/cases.h"

using namespace trawl;
using standards::Json;
using standards::to_bytes;

TEST_CASE("standards: labels name encodings as in the Encoding Standard", "[standards]") {
  standards::check_cases("encoding_labels", [](const Json& input, const Json&) {
    std::set<std::string> names; // one, if all labels of the case name the same encoding
    for (const std::string label : input) names.insert(html::encoding_for_label(label));
    return Json(names);
  });
}

TEST_CASE("standards: bytes are decoded as in the Encoding Standard", "[standards]") {
  standards::check_cases("encoding_decoding", [](const Json& input, const Json&) {
    return Json(html::to_utf8(to_bytes(input["bytes"]), input["encoding"].get<std::string>()));
  });
}

TEST_CASE("standards: the prescan finds an encoding as in the HTML Standard", "[standards]") {
  standards::check_cases("encoding_prescan", [](const Json& input, const Json&) {
    const std::string encoding = html::encoding_of_meta(to_bytes(input));
    return encoding.empty() ? Json() : Json(encoding);
  });
}

TEST_CASE("standards: the encoding of a document is sniffed as in the HTML Standard", "[standards]") {
  standards::check_cases("encoding_sniffing", [](const Json& input, const Json&) {
    const auto markup = input.value("markup", "html") == "xml" ? html::Markup::Xml : html::Markup::Html;
    const auto decoded = html::decode(to_bytes(input["bytes"]), input.value("content_type", ""), markup);
    return Json{{"encoding", decoded.encoding}, {"text", decoded.text}};
  });
}
