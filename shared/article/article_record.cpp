// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/article/article_record.h"

#include "shared/article/article_members.h"
#include "shared/base/json.h"

#include <algorithm>

namespace trawl {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 2;
constexpr char kEndOfText = '\0'; // texts have no NUL

Json to_json(const auto& value) { return Json(value); }
Json to_json(Moment time) { return to_rfc3339(time); }
Json to_json(const std::optional<Moment>& time) { return time ? to_json(*time) : Json(); }
Json to_json(const std::optional<Date>& date) { return date ? Json(to_text(*date)) : Json(); }

Json to_json(const Copy& copy) { return Json::array({copy.url, copy.source, copy.title}); }
Json to_json(const Provenance& row) {
  Json fields = Json::array({row.field, row.from});
  if (row.confidence_percent != 0) fields.push_back(row.confidence_percent);
  return fields;
}

template <typename Item>
Json to_json(const std::vector<Item>& list) {
  Json items = Json::array();
  for (const Item& item : list) items.push_back(to_json(item));
  return items;
}

void from_json(const Json& json, auto& value) { json.get_to(value); }
void from_json(const Json& json, std::optional<Date>& date) {
  date = json.is_string() ? parse_rfc3339(json.get_ref<const std::string&>()) : std::nullopt;
}
void from_json(const Json& json, std::optional<Moment>& time) {
  std::optional<Date> date;
  from_json(json, date);
  if (date) time = date->time;
}
void from_json(const Json& json, Moment& time) {
  std::optional<Moment> known;
  from_json(json, known);
  time = known.value_or(time);
}

void from_json(const Json& json, Copy& copy) {
  copy = {json.at(0), json.at(1), json.size() > 2 ? json.at(2) : Json("")};
}
void from_json(const Json& json, Provenance& row) {
  row = {json.at(0), json.at(1), json.size() > 2 ? json.at(2).get<int>() : 0};
}

template <typename Item>
void from_json(const Json& json, std::vector<Item>& list) {
  for (const Json& item : json.get_ref<const Json::array_t&>()) from_json(item, list.emplace_back());
}

/// The names of members in records.
std::string_view record_name(std::string_view member) {
  if (member == "reading_minutes") return "minutes";
  return member == "gone_since" ? "gone" : member;
}

/// Throws what nlohmann::json throws.
Article article_from_json(const Json& fields) {
  Article article;
  for_each_member(article, [&](const Member& member, auto& value) {
    const auto found = fields.find(record_name(member.name));
    if (found != fields.end()) return from_json(*found, value);
    if (!member.is_rare) fields.at(std::string(member.name));
  });
  return article;
}

/// The structure, which follows the text.
std::string_view structure_of_record(std::string_view record) {
  const std::size_t end = record.find(kEndOfText, std::min(record.find('\n'), record.size()));
  return end == std::string_view::npos ? std::string_view() : record.substr(end + 1);
}

} // namespace

std::string to_record(const Article& article) {
  Json fields = {{"v", kVersion}};
  for_each_member(article, [&](const Member& member, const auto& value) {
    if (!member.is_rare || !is_empty(value)) fields[std::string(record_name(member.name))] = to_json(value);
  });
  std::string record = json_text(fields) + '\n' + article.text;
  if (!article.structure.empty()) record += kEndOfText + article.structure;
  return record;
}

Result<Article> from_record(std::string_view record, ArticlePart part) {
  const Json fields = parse_ordered_json(record.substr(0, record.find('\n')));
  const auto version = fields.find("v");
  if (version == fields.end() || *version != kVersion) {
    return fail(ErrorCode::Malformed, "a stored article does not have version " + std::to_string(kVersion), {},
                "run `trawl index rebuild`");
  }
  try {
    Article article = article_from_json(fields);
    if (part == ArticlePart::Whole) {
      article.text = text_of_record(record);
      article.structure = structure_of_record(record);
    }
    return article;
  } catch (const nlohmann::json::exception& broken) {
    return fail(ErrorCode::Malformed, std::string("a stored article cannot be read: ") + broken.what());
  }
}

std::string_view text_of_record(std::string_view record) {
  const std::size_t line = record.find('\n');
  if (line == std::string_view::npos) return {};
  const std::string_view text = record.substr(line + 1);
  return text.substr(0, text.find(kEndOfText));
}

} // namespace trawl
