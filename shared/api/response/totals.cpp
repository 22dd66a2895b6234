// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/totals.h"

#include "shared/article/kind.h"
#include "shared/base/json.h"

#include <algorithm>

namespace trawl::api {
namespace {

/// "12 articles", "1 entry".
std::string of_kind(std::size_t count, std::string_view noun, bool grouped) {
  std::string out = (grouped ? grouped_digits(count) : std::to_string(count)).append(" ").append(noun);
  if (count == 1) return out;
  if (!out.ends_with('y')) return out + "s";
  out.pop_back();
  return out + "ies";
}

} // namespace

std::string grouped_digits(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string counted(std::size_t total, const KindCounts& kinds, bool grouped) {
  std::string parts, whole = of_kind(total, kArticleKind, grouped);
  std::size_t present = 0;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds.at(i) == 0) continue;
    ++present;
    whole = of_kind(total, kKinds.at(i), grouped);
    parts += (parts.empty() ? "" : ", ") + of_kind(kinds.at(i), kKinds.at(i), grouped);
  }
  return present < 2 ? whole : of_kind(total, "hit", grouped) + " (" + parts + ")";
}

std::string kinds_text(const KindCounts& kinds) {
  std::string out;
  for (std::size_t i = kinds.size(); i-- > 0;) {
    if (kinds.at(i) == 0) continue;
    const std::string_view separator = out.empty() ? "" : out.contains(" and ") ? ", " : " and ";
    out = of_kind(kinds.at(i), kKinds.at(i), true).append(separator).append(out);
  }
  return out;
}

std::string_view with_all_words(std::string_view understood) {
  constexpr std::string_view kAnd = " AND ";
  const std::size_t first = understood.find(kAnd);
  return first != understood.npos && understood.find(kAnd, first + 1) == understood.npos ? " with both words"
                                                                                         : " with all words";
}

std::string totals_of(const nlohmann::ordered_json& search) {
  std::string out = text_at(search, "total_relation") == "at_least" ? "at least " : "";
  out += counted(number_at(search, "total"), kinds_of(search));
  const std::size_t fewer = number_at(search, "total_fewer_words");
  if (fewer == 0) return out;
  const auto query = search.find("query");
  const std::string understood = query == search.end() ? std::string() : text_at(*query, "understood");
  return out.append(with_all_words(understood)) + ", " + std::to_string(fewer) + " more with only some";
}

KindCounts kinds_of(const nlohmann::ordered_json& answer) {
  KindCounts counts{};
  const auto kinds = answer.find("kinds");
  for (std::size_t i = 0; kinds != answer.end() && i < counts.size(); ++i)
    counts.at(i) = number_at(*kinds, std::string(kKinds.at(i)).c_str());
  return counts;
}

} // namespace trawl::api
