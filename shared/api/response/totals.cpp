// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/totals.h"

#include "shared/base/json.h"

namespace trawl::api {

std::string grouped_digits(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string articles_text(std::size_t count) { return grouped_digits(count) + (count == 1 ? " article" : " articles"); }

std::string_view with_all_words(std::string_view understood) {
  constexpr std::string_view kAnd = " AND ";
  const std::size_t first = understood.find(kAnd);
  return first != understood.npos && understood.find(kAnd, first + 1) == understood.npos ? " with both words"
                                                                                         : " with all words";
}

std::string totals_of(const nlohmann::ordered_json& search) {
  std::string out = text_at(search, "total_relation") == "at_least" ? "at least " : "";
  out += articles_text(number_at(search, "total"));
  const std::size_t fewer = number_at(search, "total_fewer_words");
  if (fewer > 0) {
    const auto query = search.find("query");
    const std::string understood = query == search.end() ? std::string() : text_at(*query, "understood");
    out.append(with_all_words(understood)).append(", " + grouped_digits(fewer) + " more with only some");
  }
  const std::size_t left_out = number_at(search, "left_out");
  return left_out == 0 ? out : out + ", " + grouped_digits(left_out) + " of them left out";
}

} // namespace trawl::api
