// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/facts.h"

#include "shared/article/made_up_title.h"

#include <algorithm>
#include <chrono>

namespace trawl::enrich {
namespace {

using namespace std::chrono_literals;

// Time zones go from UTC-12 to UTC+14, in quarters of an hour.
constexpr auto kWestmost = 12h, kEastmost = 14h;
constexpr auto kZoneStep = 15min;

/// Whether the day, somewhere on earth, contains the moment.
bool is_on_day(Moment moment, Moment day) { return moment >= day - kEastmost && moment < day + 24h + kWestmost; }

bool has_title(const Article& article) { return !article.title.empty() && !has_made_up_title(article); }

bool is_better_date(const std::optional<Date>& date, const std::optional<Date>& other, Relation relation) {
  if (!date || !other) return !date && other;
  if (*date == *other || !may_be_same(*date, *other)) return false;
  const bool is_more_precise = other->precision == DatePrecision::Second && date->precision == DatePrecision::Day;
  return is_more_precise || (relation == Relation::Former && other->precision == date->precision);
}

/// Whether the article shows the date of its last change because no other date is known
/// (indexer/extract/metadata/dates.h).
bool is_dated_by_change(const Article& article) {
  return std::ranges::any_of(article.provenance, [](const Provenance& row) {
    return row.field == "published" && row.from.starts_with("updated:");
  });
}

/// A page was published before it was seen first, in whatever zone: a later date is that of a new build of its site.
bool is_possible(const Date& published, const Article& article) {
  return article.indexed == Moment{} || published.time <= article.indexed + kEastmost;
}

bool is_better_publication(const Article& article, const Article& other, Relation relation) {
  if (relation == Relation::Former && article.published && other.published && !is_possible(*article.published, article))
    return is_possible(*other.published, article);
  if (!article.published || !other.published || is_dated_by_change(article) == is_dated_by_change(other)) {
    return is_better_date(article.published, other.published, relation);
  }
  return is_dated_by_change(article);
}

struct Fact {
  std::string_view field;
  bool (*is_better)(const Article& article, const Article& other, Relation relation);
  void (*copy)(Article& to, const Article& from);
};

constexpr Fact kFacts[] = {
    {"title", [](const Article& a, const Article& b, Relation) { return !has_title(a) && has_title(b); },
     [](Article& to, const Article& from) { to.title = from.title; }},
    {"authors", [](const Article& a, const Article& b, Relation) { return a.authors.empty() && !b.authors.empty(); },
     [](Article& to, const Article& from) {
       to.authors = from.authors;
       to.affiliations = from.affiliations;
     }},
    {"published", is_better_publication, [](Article& to, const Article& from) { to.published = from.published; }},
    {"updated", [](const Article& a, const Article& b, Relation r) { return is_better_date(a.updated, b.updated, r); },
     [](Article& to, const Article& from) { to.updated = from.updated; }},
    {"category", [](const Article& a, const Article& b, Relation) { return a.category.empty() && !b.category.empty(); },
     [](Article& to, const Article& from) { to.category = from.category; }},
    {"tags", [](const Article& a, const Article& b, Relation) { return a.tags.empty() && !b.tags.empty(); },
     [](Article& to, const Article& from) { to.tags = from.tags; }},
    {"language", [](const Article& a, const Article& b, Relation) { return a.language.empty() && !b.language.empty(); },
     [](Article& to, const Article& from) { to.language = from.language; }},
    {"image", [](const Article& a, const Article& b, Relation) { return a.image.empty() && !b.image.empty(); },
     [](Article& to, const Article& from) { to.image = from.image; }}};

void take(const Fact& fact, Article& to, const Article& from) {
  fact.copy(to, from);
  std::erase_if(to.provenance, [&](const Provenance& row) { return row.field == fact.field; });
  for (const Provenance& row : from.provenance) {
    if (row.field == fact.field) to.provenance.push_back(row);
  }
}

} // namespace

bool may_be_same(const Date& first, const Date& second) {
  if (first.precision != second.precision) {
    const bool is_first_day = first.precision == DatePrecision::Day;
    return is_first_day ? is_on_day(second.time, first.time) : is_on_day(first.time, second.time);
  }
  const auto difference = std::chrono::abs(first.time - second.time);
  if (first.precision == DatePrecision::Day) return difference <= 24h;
  return difference <= kEastmost && difference % kZoneStep == 0s;
}

std::vector<std::string_view> improve(Article& article, const Article& other, Relation relation) {
  std::vector<std::string_view> fields;
  for (const Fact& fact : kFacts) {
    if (!fact.is_better(article, other, relation)) continue;
    take(fact, article, other);
    fields.push_back(fact.field);
  }
  return fields;
}

Article only(const Article& article, const std::vector<std::string_view>& fields) {
  Article facts;
  for (const Fact& fact : kFacts) {
    if (std::ranges::find(fields, fact.field) != fields.end()) take(fact, facts, article);
  }
  return facts;
}

} // namespace trawl::enrich
