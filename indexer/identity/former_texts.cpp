// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/identity/former_texts.h"

#include "shared/base/date_time.h"
#include "shared/base/json.h"

#include <iterator>
#include <utility>

namespace trawl::identity {
namespace {

constexpr const char* kMember = "versions"; // stores of 1.0 have [until, whether it said something else, title, text]

} // namespace

std::vector<FormerText> former_texts(std::string_view record) {
  const std::string_view line = record.substr(0, record.find('\n'));
  if (!line.contains("\"versions\":")) return {};
  std::vector<FormerText> texts;
  const auto fields = parse_ordered_json(line);
  if (!fields.is_object()) return {};
  for (const auto& one : fields.value(kMember, nlohmann::ordered_json::array())) {
    if (!one.is_array() || one.empty() || !one.front().is_string() || !one.back().is_string()) continue;
    if (const auto until = parse_rfc3339(one.front().get_ref<const std::string&>()))
      texts.push_back({until->time, one.back().get<std::string>()});
  }
  return texts;
}

std::string with_former_texts(std::string record, const std::vector<FormerText>& texts) {
  if (texts.empty()) return record;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const FormerText& one : texts) list.push_back({to_rfc3339(one.until), one.text});
  const std::size_t end = record.find('\n');
  auto fields = parse_ordered_json(std::string_view(record).substr(0, end));
  fields[kMember] = std::move(list);
  return record.replace(0, end, json_text(fields));
}

std::optional<Moment> add_former_text(std::vector<FormerText>& texts, FormerText text) {
  texts.push_back(std::move(text));
  std::size_t bytes = 0, kept = 0;
  for (auto one = texts.rbegin(); one != texts.rend() && kept < kMaxFormerTexts; ++one, ++kept) {
    bytes += one->text.size();
    if (bytes > kMaxFormerBytes) break;
  }
  const auto first = texts.end() - static_cast<std::ptrdiff_t>(kept);
  const auto forgotten = first == texts.begin() ? std::nullopt : std::optional(std::prev(first)->until);
  texts.erase(texts.begin(), first);
  return forgotten;
}

} // namespace trawl::identity
