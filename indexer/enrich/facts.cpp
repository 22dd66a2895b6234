// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/facts.h"

#include "shared/article/made_up_title.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace trawl::enrich {
namespace {

using namespace std::chrono_literals;

// Time zones go from UTC-12 to UTC+14.
constexpr auto kWestmost = 12h, kEastmost = 14h;

/// Whether the day, somewhere on earth, contains the moment.
bool is_on_day(Moment moment, Moment day) { return moment >= day - kEastmost && moment < day + 24h + kWestmost; }

bool has_title(const Article& article) { return !article.title.empty() && !has_made_up_title(article); }

/// The moment is better than its day.
bool is_better_date(const std::optional<Date>& date, const std::optional<Date>& other) {
  if (!date || !other) return !date && other;
  return date->precision == DatePrecision::Day && other->precision == DatePrecision::Second &&
         is_on_day(other->time, date->time);
}

/// Whether the article shows the date of its last change because no other date is known
/// (indexer/extract/metadata/dates.h).
bool is_dated_by_change(const Article& article) {
  return std::ranges::any_of(article.provenance, [](const Provenance& row) {
    return row.field == "published" && row.from.starts_with("updated:");
  });
}

bool is_better_publication(const Article& article, const Article& other) {
  if (!article.published || !other.published || is_dated_by_change(article) == is_dated_by_change(other))
    return is_better_date(article.published, other.published);
  return is_dated_by_change(article);
}

struct Fact {
  std::string_view field;
  bool (*is_better)(const Article& article, const Article& other);
  void (*copy)(Article& to, const Article& from);
};

constexpr Fact kFacts[] = {
    {"title", [](const Article& a, const Article& b) { return !has_title(a) && has_title(b); },
     [](Article& to, const Article& from) { to.title = from.title; }},
    {"authors", [](const Article& a, const Article& b) { return a.authors.empty() && !b.authors.empty(); },
     [](Article& to, const Article& from) {
       to.authors = from.authors;
       to.affiliations = from.affiliations;
     }},
    {"published", is_better_publication, [](Article& to, const Article& from) { to.published = from.published; }},
    {"updated", [](const Article& a, const Article& b) { return is_better_date(a.updated, b.updated); },
     [](Article& to, const Article& from) { to.updated = from.updated; }},
    {"category", [](const Article& a, const Article& b) { return a.category.empty() && !b.category.empty(); },
     [](Article& to, const Article& from) { to.category = from.category; }},
    {"tags", [](const Article& a, const Article& b) { return a.tags.empty() && !b.tags.empty(); },
     [](Article& to, const Article& from) { to.tags = from.tags; }},
    {"language", [](const Article& a, const Article& b) { return a.language.empty() && !b.language.empty(); },
     [](Article& to, const Article& from) { to.language = from.language; }},
    {"image", [](const Article& a, const Article& b) { return a.image.empty() && !b.image.empty(); },
     [](Article& to, const Article& from) { to.image = from.image; }}};

void take(const Fact& fact, Article& to, const Article& from) {
  fact.copy(to, from);
  std::erase_if(to.provenance, [&](const Provenance& row) { return row.field == fact.field; });
  for (const Provenance& row : from.provenance) {
    if (row.field == fact.field) to.provenance.push_back(row);
  }
}

} // namespace

std::vector<std::string_view> improve(Article& article, const Article& other) {
  std::vector<std::string_view> fields;
  for (const Fact& fact : kFacts) {
    if (!fact.is_better(article, other)) continue;
    take(fact, article, other);
    fields.push_back(fact.field);
  }
  return fields;
}

} // namespace trawl::enrich
