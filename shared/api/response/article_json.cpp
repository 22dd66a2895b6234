// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/article_json.h"

#include "shared/api/response/hit_json.h"
#include "shared/api/response/warnings_json.h"

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
