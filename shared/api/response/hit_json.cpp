// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/hit_json.h"

#include "shared/api/response/highlight.h"
#include "shared/article/article_members.h"
#include "shared/article/speaker.h"
#include "shared/base/base64.h"
#include "shared/content/html.h"
#include "shared/content/image_texts.h"
#include "shared/content/markdown.h"
#include "shared/content/stored_content.h"
#include "shared/schema/fields.h"
#include "shared/text/excerpt.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <optional>
#include <string>
#include <vector>

namespace trawl::api {
namespace {

using search::Hit;

/// A hit or an article that is written.
struct Shown {
  const Hit& hit;
  const JsonOptions& options;
  ArticleForms forms;

  const Article& article() const { return hit.article; }
  bool asks_for(std::string_view field) const {
    return std::ranges::find(options.fields, field) != options.fields.end();
  }
};

void write_value(JsonWriter& json, const std::string& value) { json.string_or_null(value); }
void write_value(JsonWriter& json, const std::vector<std::string>& values) { write_strings(json, values); }
void write_value(JsonWriter& json, const std::optional<Date>& date) { write_date(json, date); }
void write_value(JsonWriter& json, std::integral auto number) { json.number(number); }
void write_value(JsonWriter& json, Moment moment) { json.string(to_rfc3339(moment)); }
void write_value(JsonWriter& json, const std::optional<Moment>& moment) { write_value(json, *moment); }

void write_value(JsonWriter& json, const std::vector<Copy>& copies) {
  json.begin_array();
  for (const Copy& copy : copies) {
    json.begin_object().key("url").string(copy.url).key("source").string_or_null(copy.source);
    json.key("title").string_or_null(copy.title).end_object();
  }
  json.end_array();
}

/// A member of the article as it is; null if it is empty.
template <auto kMember>
void write_member(JsonWriter& json, const Shown& shown) {
  write_value(json, shown.article().*kMember);
}

template <auto kMember>
bool has_member(const Shown& shown) {
  return !is_empty(shown.article().*kMember);
}

void write_source(JsonWriter& json, const Shown& shown) {
  const std::string &id = shown.article().source, &label = shown.hit.source_label;
  json.begin_object().key("id").string(id).key("label").string(label.empty() ? id : label).end_object();
}

void write_printed_day(JsonWriter& json, const Shown& shown) {
  const std::optional<Date>& published = shown.article().published;
  json.string_or_null(published ? to_day(day_of(*published)) : std::string());
}

/// The text with its structure, in every form that is asked for.
void write_content(JsonWriter& json, const Shown& shown) {
  const content::Content content = content::unpack_or_text(shown.article().text, shown.article().structure);
  json.string(content::to_markdown(content));
  write_strings(json.key("captions"), content::captions(content));
  write_strings(json.key("image_texts"), content::image_texts(content));
  if (shown.forms.html) json.key("html").string(content::to_html(content));
  if (shown.forms.structure) json.key("structure").string(to_base64(shown.article().structure));
}

void write_snippets(JsonWriter& json, const Shown& shown) {
  json.begin_array();
  for (const search::Snippet& snippet : shown.hit.snippets) {
    json.begin_object();
    if (shown.options.highlight == Highlight::Html)
      json.key("html").string(marked_html(snippet.text, snippet.marks));
    else
      json.key("text").string(snippet.text);
    json.key("position").number(snippet.position).end_object();
  }
  json.end_array();
}

void write_section(JsonWriter& json, const Shown& shown) {
  const std::optional<search::Section>& section = shown.hit.section;
  if (!section) {
    json.null();
    return;
  }
  json.begin_object().key("heading").string(section->path.back());
  write_strings(json.key("path"), section->path);
  json.key("link").string_or_null(section->link).end_object();
}

/// What brought the hit to its place.
void write_matched_by(JsonWriter& json, const Shown& shown) {
  json.begin_array().string("words");
  if (shown.hit.by_meaning) json.string("meaning");
  json.end_array();
}

void write_explain(JsonWriter& json, const Shown& shown) {
  json.begin_array();
  for (const search::ExplainPart& part : shown.hit.explain) {
    json.begin_object().key("name").string(part.name).key("detail").string(part.detail);
    json.key("weight").decimal(part.weight, 4).end_object();
  }
  json.end_array();
}

void write_provenance(JsonWriter& json, const Shown& shown) {
  json.begin_array();
  for (const Provenance& entry : shown.article().provenance) {
    const Saying said = saying_of(entry, shown.article());
    json.begin_object().key("field").string(entry.field).key("from").string(said.from);
    json.key("source").string(said.source).key("url").string_or_null(said.address);
    if (entry.confidence_percent != 0) json.key("confidence").decimal(entry.confidence_percent / 100.0, 2);
    json.end_object();
  }
  json.end_array();
}

enum class InHits {
  Never,
  Named, ///< if `fields` names it
  Usual, ///< if `fields` names it, or names nothing
  Always
};

struct JsonField {
  std::string_view name;
  bool in_article;
  InHits in_hits;
  void (*write)(JsonWriter& json, const Shown& shown);
  bool (*is_there)(const Shown& shown) = nullptr; ///< else it is left out; null: it is never left out
};

/// In the order in which they are written.
constexpr JsonField kJsonFields[] = {
    {"id", true, InHits::Always, [](auto& json, auto& one) { json.string(one.article().id); }},
    {"url", true, InHits::Usual, write_member<&Article::url>},
    {"title", true, InHits::Usual, [](auto& json, auto& one) { json.string(one.article().title); }},
    {"title_html", false, InHits::Usual,
     [](auto& json, auto& one) { json.string(marked_html(one.article().title, one.hit.title_marks)); },
     [](auto& one) { return one.options.highlight == Highlight::Html; }},
    {"source", true, InHits::Usual, write_source},
    {"site", true, InHits::Named, write_member<&Article::site>},
    {"authors", true, InHits::Usual, write_member<&Article::authors>},
    {"affiliations", true, InHits::Named, write_member<&Article::affiliations>},
    {"published", true, InHits::Usual, write_member<&Article::published>},
    {"published_day", true, InHits::Usual, write_printed_day},
    {"updated", true, InHits::Named, write_member<&Article::updated>},
    {"indexed", true, InHits::Never, write_member<&Article::indexed>}, // of hits below
    {"state", true, InHits::Never,
     [](auto& json, auto& one) { json.string(one.article().gone_since ? "gone" : "living"); }},
    {"gone_since", true, InHits::Always, write_member<&Article::gone_since>, has_member<&Article::gone_since>},
    {"indexed", false, InHits::Named, write_member<&Article::indexed>},
    {"category", true, InHits::Usual, write_member<&Article::category>},
    {"tags", true, InHits::Usual, write_member<&Article::tags>},
    {"language", true, InHits::Usual, write_member<&Article::language>},
    {"words", true, InHits::Usual, write_member<&Article::words>},
    {"reading_minutes", true, InHits::Usual, write_member<&Article::reading_minutes>},
    {"image", true, InHits::Named, write_member<&Article::image>},
    {"excerpt", true, InHits::Named, [](auto& json, auto& one) { json.string(text::excerpt(one.article().text)); }},
    {"text", true, InHits::Named, [](auto& json, auto& one) { json.string(one.article().text); }},
    {"markdown", true, InHits::Never, write_content},
    {"aliases", true, InHits::Never, write_member<&Article::aliases>},
    {"snippets", false, InHits::Usual, write_snippets},
    {"section", false, InHits::Usual, write_section},
    {"score", false, InHits::Usual, [](auto& json, auto& one) { json.decimal(one.hit.score, 4); }},
    {"matched_by", false, InHits::Usual, write_matched_by, [](auto& one) { return one.hit.by_words; }},
    {"copies", true, InHits::Usual, write_member<&Article::copies>},
    {"more_from_source", false, InHits::Always, [](auto& json, auto& one) { json.number(one.hit.more_from_source); },
     [](auto& one) { return one.options.more_from_source; }},
    {"explain", false, InHits::Always, write_explain, [](auto& one) { return one.options.explain; }},
    {"provenance", true, InHits::Never, write_provenance},
};
static_assert(std::ranges::all_of(schema::kFields,
                                  [](const schema::Field& field) {
                                    return field.type == schema::FieldType::Property ||
                                           std::ranges::any_of(kJsonFields, [&](const JsonField& row) {
                                             return row.in_article && row.name == field.name;
                                           });
                                  }),
              "each field in schema/fields.json that an article has is written by a row here");

void write_field(JsonWriter& json, const JsonField& field, const Shown& shown) {
  if (field.is_there == nullptr || field.is_there(shown)) field.write(json.key(field.name), shown);
}

constexpr bool may_be_named(const JsonField& row) { return row.in_hits != InHits::Never; }

} // namespace

std::span<const std::string_view> hit_fields() {
  static constexpr auto kNames = [] {
    std::array<std::string_view, std::ranges::count_if(kJsonFields, may_be_named)> names;
    std::size_t count = 0;
    for (const JsonField& row : kJsonFields) {
      if (may_be_named(row)) names.at(count++) = row.name;
    }
    return names;
  }();
  return kNames;
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

void write_hit(JsonWriter& json, const Hit& hit, const JsonOptions& options) {
  const Shown shown{hit, options, {}};
  json.begin_object();
  for (const JsonField& field : kJsonFields) {
    const bool is_usual = field.in_hits == InHits::Usual && options.fields.empty();
    if (field.in_hits == InHits::Always || is_usual || (may_be_named(field) && shown.asks_for(field.name)))
      write_field(json, field, shown);
  }
  json.end_object();
}

void write_article_fields(JsonWriter& json, const Hit& hit, ArticleForms forms) {
  const JsonOptions options;
  for (const JsonField& field : kJsonFields) {
    if (field.in_article) write_field(json, field, {hit, options, forms});
  }
}

} // namespace trawl::api
