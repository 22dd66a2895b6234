// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/hit_json.h"

#include "shared/api/response/highlight.h"
#include "shared/article/kind.h"
#include "shared/text/excerpt.h"

#include <algorithm>

namespace trawl::api {
namespace {

using search::Hit;
using search::Mark;
using search::Snippet;

void write_marks(JsonWriter& json, std::string_view text, const std::vector<Mark>& marks) {
  json.begin_array();
  for (const Mark& mark : marks_in_code_points(text, marks)) {
    json.begin_array().number(mark.begin).number(mark.end).end_array();
  }
  json.end_array();
}

void write_snippet(JsonWriter& json, const Snippet& snippet, Highlight highlight) {
  json.begin_object();
  if (highlight == Highlight::Html) {
    json.key("html").string(marked_html(snippet.text, snippet.marks));
  } else {
    json.key("text").string(snippet.text);
    if (highlight == Highlight::Offsets) write_marks(json.key("marks"), snippet.text, snippet.marks);
  }
  json.key("position").number(snippet.position).end_object();
}

void write_title_marks(JsonWriter& json, const Hit& hit, Highlight highlight) {
  if (highlight == Highlight::Html) {
    json.key("title_html").string(marked_html(hit.article.title, hit.title_marks));
  } else if (highlight == Highlight::Offsets) {
    write_marks(json.key("title_marks"), hit.article.title, hit.title_marks);
  }
}

void write_snippets(JsonWriter& json, const Hit& hit, Highlight highlight) {
  json.begin_array();
  for (const Snippet& snippet : hit.snippets) write_snippet(json, snippet, highlight);
  json.end_array();
}

void write_section(JsonWriter& json, const std::optional<search::Section>& section) {
  if (!section) {
    json.null();
    return;
  }
  json.begin_object().key("heading").string(section->path.back());
  write_strings(json.key("path"), section->path);
  json.key("link").string_or_null(section->link).end_object();
}

void write_explain(JsonWriter& json, const Hit& hit) {
  json.key("explain").begin_array();
  for (const search::ExplainPart& part : hit.explain) {
    json.begin_object().key("name").string(part.name).key("detail").string(part.detail);
    json.key("weight").decimal(part.weight, 4).end_object();
  }
  json.end_array();
}

/// Which keys of a hit are wanted.
class Wanted {
 public:
  explicit Wanted(const std::vector<std::string>& fields) : fields_(fields) {}
  bool usual(std::string_view field) const { return fields_.empty() || named(field); }
  bool named(std::string_view field) const { return std::ranges::find(fields_, field) != fields_.end(); }

 private:
  const std::vector<std::string>& fields_;
};

void write_facts(JsonWriter& json, const Hit& hit, const Wanted& wanted) {
  const Article& article = hit.article;
  if (wanted.named("site")) json.key("site").string_or_null(article.site);
  if (wanted.usual("authors")) write_strings(json.key("authors"), article.authors);
  if (wanted.named("affiliations")) write_strings(json.key("affiliations"), article.affiliations);
  if (wanted.usual("published")) write_date(json.key("published"), article.published);
  if (wanted.usual("published_day")) json.key("published_day").string_or_null(printed_day(article));
  if (wanted.named("updated")) write_date(json.key("updated"), article.updated);
  write_life(json, hit);
  if (wanted.named("indexed")) json.key("indexed").string(to_rfc3339(article.indexed));
  if (wanted.usual("kind")) json.key("kind").string(kind_of(article));
  if (wanted.usual("category")) json.key("category").string_or_null(article.category);
  if (wanted.usual("tags")) write_strings(json.key("tags"), article.tags);
  if (wanted.usual("language")) json.key("language").string_or_null(article.language);
  if (wanted.usual("words")) json.key("words").number(article.words);
  if (wanted.usual("reading_minutes")) json.key("reading_minutes").number(article.reading_minutes);
  if (wanted.named("image")) json.key("image").string_or_null(article.image);
  if (wanted.named("excerpt")) json.key("excerpt").string(text::excerpt(article.text));
  if (wanted.named("text")) json.key("text").string(article.text);
}

/// What brought the hit to its place.
void write_matched_by(JsonWriter& json, const Hit& hit) {
  json.begin_array().string("words");
  if (hit.by_meaning) json.string("meaning");
  json.end_array();
}

void write_translations(JsonWriter& json, const std::vector<search::Translation>& translations) {
  json.begin_array();
  for (const search::Translation& one : translations) {
    json.begin_object().key("id").string(one.id).key("url").string_or_null(one.url).key("title").string(one.title);
    json.key("language").string_or_null(one.language).end_object();
  }
  json.end_array();
}

} // namespace

void write_kinds(JsonWriter& json, const std::map<std::string, std::size_t>& kinds) {
  json.begin_object();
  for (const std::string_view kind : kKinds) {
    const auto count = kinds.find(std::string(kind));
    json.key(kind).number(count == kinds.end() ? 0 : count->second);
  }
  json.end_object();
}

void write_life(JsonWriter& json, const Hit& hit) {
  const Article& article = hit.article;
  if (article.entries > 0) json.key("entries").number(article.entries);
  if (!article.part_of.empty()) json.key("part_of").string(article.part_of).key("link").string(article.link);
  if (!hit.digest_title.empty()) json.key("part_of_title").string(hit.digest_title);
  if (article.gone_since) json.key("gone_since").string(to_rfc3339(*article.gone_since));
  if (article.versions.empty()) return;
  json.key("edited").string(to_rfc3339(article.versions.back().until)).key("edits").number(article.versions.size());
  const auto revised = std::find_if(article.versions.rbegin(), article.versions.rend(),
                                    [](const Version& one) { return one.is_substantial; });
  if (revised != article.versions.rend()) json.key("revised").string(to_rfc3339(revised->until));
}

std::string printed_day(const Article& article) {
  return article.published ? to_day(day_of(*article.published)) : std::string();
}

void write_date(JsonWriter& json, const std::optional<Date>& date) {
  if (date)
    json.string(to_text(*date));
  else
    json.null();
}

void write_strings(JsonWriter& json, const std::vector<std::string>& values) {
  json.begin_array();
  for (const std::string& value : values) json.string(value);
  json.end_array();
}

void write_source(JsonWriter& json, const Hit& hit) {
  json.begin_object().key("id").string(hit.article.source);
  json.key("label").string(hit.source_label.empty() ? hit.article.source : hit.source_label).end_object();
}

void write_copies(JsonWriter& json, const std::vector<Copy>& copies) {
  json.begin_array();
  for (const Copy& copy : copies) {
    json.begin_object().key("url").string(copy.url).key("source").string_or_null(copy.source);
    json.key("title").string_or_null(copy.title).end_object();
  }
  json.end_array();
}

void write_hit(JsonWriter& json, const Hit& hit, const JsonOptions& options) {
  const Wanted wanted(options.fields);
  const Article& article = hit.article;
  json.begin_object().key("id").string(article.id);
  if (wanted.usual("url")) json.key("url").string_or_null(article.url);
  if (wanted.usual("title")) json.key("title").string(article.title);
  if (wanted.usual("title_html")) write_title_marks(json, hit, options.highlight);
  if (wanted.usual("source")) write_source(json.key("source"), hit);
  write_facts(json, hit, wanted);
  if (wanted.usual("snippets")) write_snippets(json.key("snippets"), hit, options.highlight);
  if (wanted.usual("section")) write_section(json.key("section"), hit.section);
  if (wanted.usual("score")) json.key("score").decimal(hit.score, 4);
  if (hit.by_words && wanted.usual("matched_by")) write_matched_by(json.key("matched_by"), hit);
  if (!hit.also_in.empty() && wanted.usual("also_in")) write_translations(json.key("also_in"), hit.also_in);
  if (wanted.usual("copies")) write_copies(json.key("copies"), article.copies);
  if (options.more_from_source) json.key("more_from_source").number(hit.more_from_source);
  if (options.explain) write_explain(json, hit);
  json.end_object();
}

} // namespace trawl::api
