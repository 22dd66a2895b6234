// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/article_json.h"

#include "shared/api/response/hit_json.h"
#include "shared/api/response/warnings_json.h"
#include "shared/article/edited_passages.h"
#include "shared/article/kind.h"
#include "shared/article/speaker.h"
#include "shared/base/base64.h"
#include "shared/content/html.h"
#include "shared/content/image_texts.h"
#include "shared/content/markdown.h"
#include "shared/content/stored_content.h"
#include "shared/text/excerpt.h"

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

void write_provenance(JsonWriter& json, const Article& article) {
  json.begin_array();
  for (const Provenance& entry : article.provenance) {
    const Saying said = saying_of(entry, article);
    json.begin_object().key("field").string(entry.field).key("from").string(said.from);
    json.key("source").string(said.source).key("url").string_or_null(said.address);
    if (entry.confidence_percent != 0) json.key("confidence").decimal(entry.confidence_percent / 100.0, 2);
    json.end_object();
  }
  json.end_array();
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

void write_dates(JsonWriter& json, const search::Hit& hit) {
  const Article& article = hit.article;
  write_date(json.key("published"), article.published);
  json.key("published_day").string_or_null(printed_day(article));
  write_date(json.key("updated"), article.updated);
  json.key("indexed").string(to_rfc3339(article.indexed));
  json.key("state").string(article.gone_since ? "gone" : "living");
  write_life(json, hit);
}

} // namespace

std::string article_json(const search::Hit& hit, const std::optional<search::RelatedResponse>& related,
                         ArticleForms forms, const search::IndexState& index) {
  const Article& article = hit.article;
  std::string out;
  out.reserve(2'048 + (forms.html ? 4 : 3) * article.text.size());
  JsonWriter json(out);
  json.begin_object()
      .key("id")
      .string(article.id)
      .key("url")
      .string_or_null(article.url)
      .key("title")
      .string(article.title);
  write_source(json.key("source"), hit);
  json.key("site").string_or_null(article.site);
  write_strings(json.key("authors"), article.authors);
  write_strings(json.key("affiliations"), article.affiliations);
  write_dates(json, hit);
  json.key("kind").string(kind_of(article)).key("category").string_or_null(article.category);
  write_strings(json.key("tags"), article.tags);
  json.key("language").string_or_null(article.language);
  json.key("words").number(article.words).key("reading_minutes").number(article.reading_minutes);
  json.key("image").string_or_null(article.image);
  json.key("excerpt").string(text::excerpt(article.text)).key("text").string(article.text);
  const content::Content content = content::unpack_or_text(article.text, article.structure);
  json.key("markdown").string(content::to_markdown(content));
  write_strings(json.key("captions"), content::captions(content));
  write_strings(json.key("image_texts"), content::image_texts(content));
  if (forms.html) json.key("html").string(content::to_html(content));
  if (forms.structure) json.key("structure").string(to_base64(article.structure));
  write_strings(json.key("aliases"), article.aliases);
  write_copies(json.key("copies"), article.copies);
  write_provenance(json.key("provenance"), article);
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
