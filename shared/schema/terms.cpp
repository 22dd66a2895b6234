// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/schema/terms.h"

#include "shared/base/sha256.h"
#include "shared/base/whole_number.h"
#include "shared/schema/fields.h"

namespace trawl::schema {

std::string id_term(std::string_view article_id) {
  return std::string(find_field("id")->prefix) + std::string(article_id);
}

std::string alias_term(std::string_view article_id) {
  return std::string(find_field("aliases")->prefix) + std::string(article_id);
}

std::string filter_term(std::string_view filter, std::string_view key) {
  const Field* field = find_filter(filter);
  if (field == nullptr || field->prefix.empty() || key.empty()) return {};
  std::string term(field->prefix);
  if (term.size() + key.size() <= kMaxTermBytes) return term.append(key);
  return term.append("#").append(sha256_hex(key));
}

namespace {

/// A hash keeps the terms of long titles short: of a million of them, one in a million is mistaken for another.
std::string hashed_term(std::string_view prefix, std::string_view words) {
  if (words.empty()) return {};
  return std::string(prefix) + sha256_hex(words, 5);
}

} // namespace

std::string title_term(std::string_view plain_words) { return hashed_term("T", plain_words); }
std::string author_term(std::string_view plain_words) { return hashed_term("N", plain_words); }

std::string day_value(Moment printed) {
  std::string day = to_day(printed);
  std::erase(day, '-');
  return day;
}

std::optional<std::chrono::sys_days> day_of_value(std::string_view value) {
  const auto number = value.size() == 8 ? whole_number<unsigned>(value) : std::nullopt;
  if (!number) return std::nullopt;
  const std::chrono::year_month_day day(std::chrono::year(static_cast<int>(*number / 10'000)),
                                        std::chrono::month(*number / 100 % 100), std::chrono::day(*number % 100));
  return day.ok() ? std::optional(std::chrono::sys_days(day)) : std::nullopt;
}

std::string month_term(Moment printed) {
  return std::string(find_filter("date")->prefix) + day_value(printed).substr(0, 6);
}

} // namespace trawl::schema
