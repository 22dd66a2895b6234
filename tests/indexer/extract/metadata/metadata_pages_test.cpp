// SPDX-License-Identifier: GPL-3.0-or-later
/// tests/data/extract/metadata: one page per metadata signal, with the expected value and the signal that is named as
/// its source.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/indexer/extract/metadata/metadata_support.h"
#include "tests/indexer/extract/page_fixtures.h"

using namespace trawl;
using namespace trawl::extract;

namespace {

std::string joined(const std::vector<std::string>& list) {
  std::string out;
  for (const std::string& one : list) out += (out.empty() ? "" : "; ") + one;
  return out;
}

std::string date_text(const std::optional<Date>& date) { return date ? to_text(*date) : std::string(); }

/// A field as the comments of the pages write it; `with_source`: with "| from".
std::string field_text(const PageMetadata& page, const std::string& field, bool with_source) {
  const std::map<std::string, std::string> values = {
      {"title", page.title},
      {"authors", joined(page.authors)},
      {"affiliations", joined(page.affiliations)},
      {"published", date_text(page.published)},
      {"updated", date_text(page.updated)},
      {"site", page.site_name},
      {"description", page.description},
      {"language", page.language},
      {"canonical", page.canonical_url},
      {"image", page.image},
      {"keywords", joined(page.keywords)},
      {"section", page.section},
      {"noindex", page.noindex ? "yes" : "no"},
      {"refresh", std::to_string(page.refresh_seconds) + (page.refresh_url.empty() ? "" : " " + page.refresh_url)},
      {"truncated", page.truncated ? "yes" : "no"},
      {"warnings", joined(page.warnings)},
  };
  const auto value = values.find(field);
  if (value == values.end()) return "no such field";
  return with_source ? value->second + " | " + source_of(page, field) : value->second;
}

} // namespace

TEST_CASE("metadata: each signal gives its field, and provenance names it", "[metadata]") {
  const auto pages = read_fixtures("metadata");
  REQUIRE_FALSE(pages.empty());
  for (const PageFixture& page : pages) {
    DYNAMIC_SECTION(page.name) {
      const PageMetadata found = read_page(page.html, page.url);
      REQUIRE_FALSE(page.expected.empty());
      for (const auto& [field, expected] : page.expected) {
        CAPTURE(field);
        const bool is_empty = expected == "(none)";
        CHECK(field_text(found, field, expected.find(" | ") != std::string::npos) == (is_empty ? "" : expected));
      }
    }
  }
}
