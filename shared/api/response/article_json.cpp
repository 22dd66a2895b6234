// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/article_json.h"

#include "shared/api/response/hit_json.h"
#include "shared/api/response/warnings_json.h"
#include "shared/article/edited_passages.h"

namespace trawl::api {
namespace {

/// The hits, and what is to be known about them.
void write_related(JsonWriter& json, const search::RelatedResponse& related) {
  JsonOptions options;
  options.highlight = Highlight::None;
  json.key("related").begin_array();
  for (const search::Hit& hit : related.articles) write_hit(json, hit, options);
  json.end_array();
  write_notes(json, related.warnings, related.index);
}

void write_passages(JsonWriter& json, const std::vector<EditedPassage>& passages) {
  json.begin_array();
  for (const EditedPassage& passage : passages) {
    json.begin_array();
    for (const WordRun& run : passage) {
      json.begin_object().key(name_of(run.kind)).string(run.text).end_object();
    }
    json.end_array();
  }
  json.end_array();
}

} // namespace

std::string article_json(const search::Hit& hit, const std::optional<search::RelatedResponse>& related,
                         ArticleForms forms, const search::IndexState& index) {
  std::string out;
  out.reserve(2'048 + (forms.html ? 4 : 3) * hit.article.text.size());
  JsonWriter json(out);
  json.begin_object();
  write_article_fields(json, hit, forms);
  if (related)
    write_related(json, *related);
  else
    write_notes(json, index.warnings, index);
  json.end_object();
  return out;
}

std::string versions_json(const Article& article) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("id").string(article.id).key("title").string(article.title);
  json.key("versions").begin_array();
  Version present{.title = article.title, .text = article.text};
  for (std::size_t number = article.versions.size() + 1; number > 0; --number) {
    const Version* const before = number > 1 ? &article.versions[number - 2] : nullptr;
    const Version& shown = number > article.versions.size() ? present : article.versions[number - 1];
    json.begin_object().key("number").number(number).key("title").string(shown.title);
    json.key("date").string(to_rfc3339(before != nullptr ? before->until : article.indexed));
    if (before != nullptr) {
      json.key("substantial").boolean(before->is_substantial);
      write_passages(json.key("title_changes"), edited_passages(before->title, shown.title));
      write_passages(json.key("changes"), edited_passages(before->text, shown.text));
    }
    json.end_object();
  }
  json.end_array().end_object();
  return out;
}

std::string moved_json(std::string_view id, std::string_view moved_to) {
  std::string out;
  JsonWriter(out).begin_object().key("id").string(id).key("moved_to").string(moved_to).end_object();
  return out;
}

std::string related_json(const std::string& id, const search::RelatedResponse& related) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("id").string(id);
  write_related(json, related);
  json.end_object();
  return out;
}

} // namespace trawl::api
