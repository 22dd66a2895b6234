// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/filter_lifting.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "shared/query/fields.h"
#include "shared/query/parser.h"
#include "tests/shared/query/query_text.h"

namespace filter_lifting_test {

using namespace trawl;
using namespace trawl::query;
using namespace trawl::query::test;

namespace {

/// What a document has: words, values of filter fields, and a date.
struct Document {
  std::set<std::string> words;
  std::map<std::string, std::set<std::string>> values;
  Moment published{};
};

bool has_any(const Document& document, const std::string& filter, const std::vector<std::string>& values) {
  const auto found = document.values.find(filter);
  return found != document.values.end() &&
         std::ranges::any_of(values, [&](const std::string& value) { return found->second.contains(value); });
}

bool matches_field(const Document& document, const QueryTree& tree) {
  std::vector<std::string> values;
  for (const QueryTree& child : tree.children) values.push_back(child.text);
  if (tree.field != "date") return has_any(document, std::string(filter_of(tree.field)), values);
  return std::ranges::any_of(values, [&](const std::string& value) {
    return range_of_value(value)->contains(document.published,
                                           std::chrono::floor<std::chrono::days>(document.published));
  });
}

/// A tree as the manual explains it; words side by side are all required.
bool matches(const Document& document, const QueryTree& tree) {
  const auto child_matches = [&](const QueryTree& child) { return matches(document, child); };
  switch (tree.kind) {
  case NodeKind::Nothing:
    return true;
  case NodeKind::Field:
    return matches_field(document, tree);
  case NodeKind::And:
    return std::ranges::all_of(tree.children, child_matches);
  case NodeKind::Or:
    return std::ranges::any_of(tree.children, child_matches);
  case NodeKind::Not:
    return !matches(document, tree.children.front());
  default:
    return document.words.contains(tree.text);
  }
}

bool matches(const Document& document, const Filters& filters) {
  if (!filters.dates.contains(document.published, std::chrono::floor<std::chrono::days>(document.published)))
    return false;
  return std::ranges::all_of(filters.fields, [&](const auto& row) {
    const auto& [name, filter] = row;
    const auto has = [&](const std::string& value) { return has_any(document, name, {value}); };
    return (filter.any_of.empty() || std::ranges::any_of(filter.any_of, has)) &&
           std::ranges::all_of(filter.all_of, has) && std::ranges::none_of(filter.none_of, has);
  });
}

Document random_document(std::mt19937& random) {
  Document document;
  for (const char* word : {"p", "q"}) {
    if (random() % 2 == 0) document.words.insert(word);
  }
  for (const char* filter : {"tag", "source", "language"}) {
    for (const char* value : {"x", "y", "z"}) {
      if (random() % 2 == 0) document.values[filter].insert(value);
    }
  }
  document.published = april_20() - std::chrono::days(random() % 60);
  return document;
}

/// Typed ANDs only, or words side by side only: where repetition of a field side by side means "or", the tree's meaning
/// and the manual's differ by design, so each field is used once there.
std::string random_query(std::mt19937& random, bool typed) {
  static const std::vector<std::string> kRepeated{"tag:x",  "tag:y",    "tag:x,y",      "tag:z",   "source:x",
                                                  "-tag:y", "-tag:x,z", "NOT source:y", "lang:x,z"};
  static const std::vector<std::string> kOthers{"p",
                                                "NOT q",
                                                "date:2026-04",
                                                "since:7d",
                                                "before:2026-04-10",
                                                "(tag:z OR p)",
                                                "-(source:z tag:y)",
                                                "date:2026-03..2026-04",
                                                "-date:2026-03"};
  std::string text;
  std::vector<std::string> fields = kRepeated;
  std::ranges::shuffle(fields, random);
  std::set<std::string> used;
  for (std::size_t left = 1 + random() % 5; left > 0; --left) {
    std::string part = kOthers[random() % kOthers.size()];
    if (random() % 2 == 0) {
      part = fields[left];
      if (!typed && !part.starts_with('-') && !part.starts_with("NOT") && !used.insert(part.substr(0, 3)).second)
        continue;
    }
    text += (text.empty() ? "" : typed ? " AND " : " ") + part;
  }
  return text;
}

} // namespace

TEST_CASE("filter lifting: the same documents match before and after", "[query]") {
  constexpr unsigned kSeed = 114;
  std::mt19937 random(kSeed);
  std::vector<Document> documents;
  for (int i = 0; i < 200; ++i) documents.push_back(random_document(random));
  int lifted_queries = 0;
  for (int round = 0; round < 2'000; ++round) {
    const std::string text = random_query(random, round % 2 == 0);
    INFO("seed " << kSeed << ": " << text);
    const QueryTree before = parse_tree(text, april_20()).tree;
    QueryTree after = before;
    const Filters filters = lift_filters(after);
    lifted_queries += filters.empty() ? 0 : 1;
    for (const Document& document : documents) {
      REQUIRE(matches(document, before) == (matches(document, after) && matches(document, filters)));
    }
  }
  CHECK(lifted_queries > 500);
}

TEST_CASE("filter lifting: a repeated field means any of its values side by side, all of them with AND", "[query]") {
  struct Row {
    std::string_view query, filter, rest;
  };
  for (const Row& row : std::vector<Row>{{"tag:a", "|a", ""},
                                         {"tag:a,b", "|a|b", ""},
                                         {"tag:a tag:b", "|a|b", ""},
                                         {"tag:a tag:a", "|a", ""},
                                         {"tag:a AND tag:b", "&a&b", ""},
                                         {"tag:a AND p", "|a", "p"},
                                         {"tag:a -tag:b p", "|a!b", "p"},
                                         {"-tag:a,b", "!a!b", ""},
                                         {"tag:a,b AND tag:c", "&c", "tag:a,b"}, // a filter cannot say that
                                         {"p tag:a q", "|a", "(p AND q)"}}) {
    INFO(row.query);
    const ParsedQuery query = parsed(row.query);
    REQUIRE(query.filters.fields.contains("tag"));
    CHECK(text_of(query.filters.fields.at("tag")) == row.filter);
    CHECK(query.understood == row.rest);
  }
}

TEST_CASE("filter lifting: what not every result must meet stays in the tree", "[query]") {
  for (const char* q :
       {"tag:a OR p", "-(tag:a p)", "(tag:a OR tag:b) p", "title:a", "is:long", "-date:2026-04", "a -is:long"}) {
    INFO(q);
    CHECK(parsed(q).filters.empty());
    CHECK_FALSE(parsed(q).tree.empty());
  }
}

TEST_CASE("filter lifting: dates are intersected", "[query]") {
  const Filters filters = parsed("date:2026 since:2026-03 before:2026-06 date:..2026-04").filters;
  CHECK(to_day(*filters.dates.first_day) == "2026-03-01");
  CHECK(to_day(*filters.dates.end_day) == "2026-05-01");
  const Filters impossible = parsed("since:2026-05 before:2026-04").filters; // matches nothing, as asked
  CHECK(impossible.dates.is_empty());
}

} // namespace filter_lifting_test
