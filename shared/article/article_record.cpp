// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/article/article_record.h"

#include "shared/base/json.h"

#include <algorithm>

namespace trawl {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 2, kOldestVersion = 1; // version 1 had no structure
constexpr char kEndOfText = '\0';               // texts have no NUL

Json date_to_json(const std::optional<Date>& date) { return date ? Json(to_text(*date)) : Json(); }

std::optional<Date> date_from_json(const Json& json) {
  return json.is_string() ? parse_rfc3339(json.get_ref<const std::string&>()) : std::nullopt;
}

Json copies_to_json(const std::vector<Copy>& copies) {
  Json list = Json::array();
  for (const Copy& copy : copies) list.push_back(Json::array({copy.url, copy.source, copy.title}));
  return list;
}

Json provenance_to_json(const std::vector<Provenance>& provenance) {
  Json list = Json::array();
  for (const Provenance& row : provenance) {
    Json fields = Json::array({row.field, row.from});
    if (row.confidence_percent != 0) fields.push_back(row.confidence_percent);
    list.push_back(std::move(fields));
  }
  return list;
}

Article article_from_json(const Json& fields) {
  Article article;
  article.id = fields.at("id");
  article.url = fields.at("url");
  article.title = fields.at("title");
  article.source = fields.at("source");
  article.site = fields.at("site");
  article.authors = fields.at("authors");
  article.affiliations = fields.at("affiliations");
  if (const auto captions = fields.find("captions"); captions != fields.end()) article.captions = *captions;
  article.published = date_from_json(fields.at("published"));
  article.updated = date_from_json(fields.at("updated"));
  if (const auto indexed = date_from_json(fields.at("indexed"))) article.indexed = indexed->time;
  article.category = fields.at("category");
  article.tags = fields.at("tags");
  article.language = fields.at("language");
  article.image = fields.at("image");
  article.words = fields.at("words");
  article.reading_minutes = fields.at("minutes");
  for (const Json& copy : fields.at("copies")) {
    article.copies.push_back({copy.at(0), copy.at(1), copy.size() > 2 ? copy.at(2) : Json("")});
  }
  if (fields.contains("aliases")) article.aliases = fields.at("aliases"); // older records have none
  if (fields.contains("gone")) {
    if (const auto since = date_from_json(fields.at("gone"))) article.gone_since = since->time;
  }
  article.part_of = fields.value("part_of", "");
  article.link = fields.value("link", "");
  article.entries = fields.value("entries", std::size_t{0});
  for (const Json& row : fields.value("versions", Json::array())) {
    if (const auto until = date_from_json(row.at(0)))
      article.versions.push_back({until->time, row.at(1), row.at(2), row.at(3)});
  }
  for (const Json& row : fields.at("provenance")) {
    article.provenance.push_back({row.at(0), row.at(1), row.size() > 2 ? row.at(2).get<int>() : 0});
  }
  return article;
}

Json versions_to_json(const std::vector<Version>& versions) {
  Json list = Json::array();
  for (const Version& one : versions)
    list.push_back(Json::array({to_rfc3339(one.until), one.is_substantial, one.title, one.text}));
  return list;
}

/// The structure, which follows the text.
std::string_view structure_of_record(std::string_view record) {
  const std::size_t end = record.find(kEndOfText, std::min(record.find('\n'), record.size()));
  return end == std::string_view::npos ? std::string_view() : record.substr(end + 1);
}

} // namespace

std::string to_record(const Article& article) {
  Json fields = {{"v", kVersion},
                 {"id", article.id},
                 {"url", article.url},
                 {"title", article.title},
                 {"source", article.source},
                 {"site", article.site},
                 {"authors", article.authors},
                 {"affiliations", article.affiliations},
                 {"captions", article.captions},
                 {"published", date_to_json(article.published)},
                 {"updated", date_to_json(article.updated)},
                 {"indexed", to_rfc3339(article.indexed)},
                 {"category", article.category},
                 {"tags", article.tags},
                 {"language", article.language},
                 {"image", article.image},
                 {"words", article.words},
                 {"minutes", article.reading_minutes},
                 {"aliases", article.aliases},
                 {"copies", copies_to_json(article.copies)},
                 {"provenance", provenance_to_json(article.provenance)}};
  if (article.gone_since) fields["gone"] = to_rfc3339(*article.gone_since);
  if (!article.part_of.empty()) fields.update({{"part_of", article.part_of}, {"link", article.link}});
  if (article.entries > 0) fields["entries"] = article.entries;
  if (!article.versions.empty()) fields["versions"] = versions_to_json(article.versions);
  std::string record = json_text(fields) + '\n' + article.text;
  if (!article.structure.empty()) record += kEndOfText + article.structure;
  return record;
}

Result<Article> from_record(std::string_view record, RecordPart part) {
  const Json fields = parse_ordered_json(record.substr(0, record.find('\n')));
  const auto version = fields.find("v");
  if (version == fields.end() || (*version != kVersion && *version != kOldestVersion)) {
    return fail(ErrorCode::Malformed, "a stored article does not have version " + std::to_string(kVersion), {},
                "run `trawl index rebuild`");
  }
  try {
    Article article = article_from_json(fields);
    if (part == RecordPart::Whole) {
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
