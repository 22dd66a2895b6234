// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/attribute_sets.h"

#include <catch2/catch.hpp>

#include <random>
#include <string>
#include <vector>

using namespace trawl::html;

namespace {

/// "name=value" of each attribute behind a placeholder.
std::string behind(const AttributeSets& sets, const std::vector<Attribute>& all, std::string_view placeholder) {
  const auto range = sets.find(placeholder);
  if (!range) return "none";
  std::string out;
  for (std::size_t i = 0; i < range->count; ++i) {
    const Attribute& attribute = all[range->first + i];
    out += (i ? " " : "") + std::string(attribute.name) + "=" + std::string(attribute.value);
  }
  return out;
}

} // namespace

TEST_CASE("attribute sets: equal sources share a placeholder, others do not", "[attribute_sets]") {
  AttributeSets sets;
  const std::vector<Attribute> first{{"class", "x"}}, second{{"class", "y"}};
  CHECK(sets.placeholder_for("class=x", first) == "~0");
  CHECK(sets.placeholder_for("class=y", second) == "~1");
  CHECK(sets.placeholder_for("class=x", first) == "~0");
  const auto all = sets.take_attributes();
  CHECK(behind(sets, all, "~0") == "class=x");
  CHECK(behind(sets, all, "~1") == "class=y");
  CHECK(behind(sets, all, "~2") == "none");
}

TEST_CASE("attribute sets: the first of several attributes with the same name is kept", "[attribute_sets]") {
  AttributeSets sets;
  const std::vector<Attribute> given{{"a", "1"}, {"b", "2"}, {"a", "3"}, {"c", ""}, {"b", "4"}};
  CHECK(sets.placeholder_for("x", given) == "~0");
  CHECK(behind(sets, sets.take_attributes(), "~0") == "a=1 b=2 c=");
}

TEST_CASE("attribute sets: the same name may be in several sets", "[attribute_sets]") {
  AttributeSets sets;
  const std::vector<Attribute> one{{"a", "1"}}, two{{"a", "2"}, {"b", "3"}};
  sets.placeholder_for("one", one);
  sets.placeholder_for("two", two);
  const auto all = sets.take_attributes();
  CHECK(all.size() == 3);
  CHECK(behind(sets, all, "~1") == "a=2 b=3");
}

TEST_CASE("attribute sets: any number of sets is found again, also when hashes collide", "[attribute_sets]") {
  constexpr unsigned kSeed = 1024;
  std::mt19937 random(kSeed);
  AttributeSets sets;
  std::vector<std::string> sources, placeholders;
  for (int i = 0; i < 5'000; ++i) sources.push_back("id=" + std::to_string(i)); // five for each of the 1,024 slots
  for (const std::string& source : sources) {
    const std::vector<Attribute> attributes{{"id", std::string_view(source).substr(3)}};
    const auto placeholder = sets.placeholder_for(source, attributes);
    REQUIRE(placeholder);
    placeholders.push_back(*placeholder);
  }
  const auto all = sets.take_attributes();
  for (int round = 0; round < 1'000; ++round) {
    const auto i = random() % sources.size();
    INFO("seed " << kSeed << ", " << sources[i]);
    REQUIRE(behind(sets, all, placeholders[i]) == sources[i]);
  }
}

TEST_CASE("attribute sets: a full table accepts only known sources", "[attribute_sets][limits]") {
  AttributeSets sets;
  std::vector<std::string> names(1 << 12);
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = "a" + std::to_string(i);
  const std::vector<Attribute> one{{"x", "y"}};
  std::vector<Attribute> attributes;
  for (const std::string& name : names) attributes.push_back({name, ""});
  for (std::size_t i = 0; i < 32; ++i) REQUIRE(sets.placeholder_for(names[i], attributes)); // 2^17 attributes: full
  CHECK_FALSE(sets.placeholder_for("x=y", one).has_value());
  CHECK(sets.placeholder_for(names[31], attributes) == "~31");
}
