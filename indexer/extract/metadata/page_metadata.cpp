// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/page_metadata.h"

#include <algorithm>
#include <array>
#include <utility>

#include "indexer/extract/metadata/authors/authors.h"
#include "indexer/extract/metadata/authors/byline.h"
#include "indexer/extract/metadata/canonical_link.h"
#include "indexer/extract/metadata/dates/dates.h"
#include "indexer/extract/metadata/lead_image.h"
#include "indexer/extract/metadata/metadata_signals.h"
#include "indexer/extract/metadata/page_metadata_text.h"
#include "indexer/extract/metadata/site_name.h"
#include "indexer/extract/metadata/title.h"
#include "indexer/extract/page_kind.h"
#include "indexer/html/ascii.h"
#include "indexer/html/text.h"
#include "shared/base/utf8.h"
#include "shared/url/url.h"

namespace trawl::extract {
namespace {

constexpr std::size_t kMaxKeywords = 60;
constexpr std::size_t kMaxDescriptionBytes = 2'000;

void note(PageMetadata& metadata, std::string_view field, std::string from) {
  if (!from.empty()) metadata.provenance.push_back({std::string(field), std::move(from)});
}

LanguageHints language_hints(const Witnesses& witnesses, const JsonLdItem* item, const PageInput& input) {
  LanguageHints hints;
  hints.html_lang = witnesses.html_lang;
  hints.content_language = witnesses.meta("content-language");
  for (const auto* const name : {"language", "dc.language", "dcterms.language"}) {
    if (hints.content_language.empty()) hints.content_language = witnesses.meta(name);
  }
  hints.open_graph = witnesses.meta("og:locale");
  if (item != nullptr) hints.json_ld = item->language;
  if (input.feed) hints.feed = input.feed->language;
  if (const auto url = url::parse(input.url)) hints.host = url->host;
  return hints;
}

/// `language` with the region that one of the hints gives it: "en-GB" writes the day first, "en" does not say.
std::string regional_language(const LanguageHints& hints, const std::string& language) {
  for (std::string tag : {hints.html_lang, hints.open_graph, hints.content_language, hints.json_ld}) {
    std::ranges::replace(tag, '_', '-');
    tag = html::to_lower(html::trim(tag));
    if (tag.size() == language.size() + 3 && tag.starts_with(language) && tag[language.size()] == '-') return tag;
  }
  return language;
}

void add_keyword(std::vector<std::string>& keywords, std::string_view text) {
  std::string word = clean_value(text);
  if (word.empty() || word.size() > 100 || keywords.size() >= kMaxKeywords) return;
  if (std::ranges::find(keywords, word) == keywords.end()) keywords.push_back(std::move(word));
}

void add_keyword_list(std::vector<std::string>& keywords, std::string_view list) {
  const char separator = list.contains(',') ? ',' : ';';
  for (std::size_t at = 0; at <= list.size();) {
    const auto end = std::min(list.find(separator, at), list.size());
    add_keyword(keywords, list.substr(at, end - at));
    at = end + 1;
  }
}

std::vector<std::string> keywords_of(const Witnesses& witnesses, const JsonLdItem* item) {
  std::vector<std::string> keywords;
  for (const MetaElement& meta : witnesses.metas) {
    if (meta.name == "article:tag") add_keyword(keywords, meta.content);
    const bool is_list = meta.name == "keywords" || meta.name == "news_keywords" || meta.name == "sailthru.tags" ||
                         meta.name == "parsely-tags" || meta.name == "citation_keywords";
    if (is_list) add_keyword_list(keywords, meta.content);
  }
  if (item != nullptr) {
    for (const std::string& keyword : item->keywords) add_keyword(keywords, keyword);
  }
  for (const std::string& tag : witnesses.tag_links) add_keyword(keywords, tag);
  return keywords;
}

std::string first_meta(const Witnesses& witnesses, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (std::string text = clean_value(witnesses.meta(name)); !text.empty()) return text;
  }
  return {};
}

bool says_noindex(const Witnesses& witnesses) {
  for (const auto* const name : {"robots", "trawl"}) {
    const std::string content = html::to_lower(witnesses.meta(name));
    if (content.contains("noindex") || content == "none") return true;
  }
  return false;
}

void set_dates(PageMetadata& metadata, DateChoice choice) {
  metadata.published = choice.published;
  metadata.updated = choice.updated;
  metadata.is_dated = choice.is_dated;
  note(metadata, "published", std::move(choice.published_from));
  note(metadata, "updated", std::move(choice.updated_from));
}

/// Everything that is taken over without a vote.
void set_plain_fields(PageMetadata& metadata, const Witnesses& witnesses, const JsonLdItem* item,
                      const PageInput& input) {
  const std::string base = base_url(witnesses, input.url);
  metadata.description = first_meta(witnesses, {"og:description", "description", "twitter:description"});
  if (metadata.description.empty() && item != nullptr) metadata.description = item->description;
  metadata.canonical_url = canonical_link(witnesses, item, base);
  metadata.image = lead_image(witnesses, item, base);
  if (metadata.image.empty() && input.feed && !input.feed->image.empty())
    metadata.image = url::resolve(input.feed->image, input.url);
  metadata.keywords = keywords_of(witnesses, item);
  metadata.section = first_meta(witnesses, {"article:section", "parsely-section", "sailthru.section"});
  if (metadata.section.empty() && item != nullptr) metadata.section = item->section;
  Refresh refresh = meta_refresh(witnesses, base);
  metadata.refresh_seconds = refresh.seconds;
  metadata.refresh_url = std::move(refresh.url);
  metadata.noindex = says_noindex(witnesses);
  if (item != nullptr) {
    metadata.article_body = html::fragment_text(item->body);
    metadata.truncated = !item->accessible;
  }
  if (metadata.description.size() > kMaxDescriptionBytes) {
    metadata.description = utf8::truncate_bytes(metadata.description, kMaxDescriptionBytes);
  }
}

} // namespace

PageMetadata read_metadata(const html::Dom& dom, const PageInput& input) {
  Witnesses witnesses = gather_witnesses(dom);
  const JsonLdItem* item = main_json_ld_item(witnesses, input.url);
  PageMetadata metadata;
  metadata.warnings = std::move(witnesses.warnings);
  metadata.language_hints = language_hints(witnesses, item, input);
  metadata.language = declared_language(metadata.language_hints);
  set_plain_fields(metadata, witnesses, item, input);

  const SiteNames site(witnesses, metadata.language_hints.host);
  metadata.site_name = choose_site_name(witnesses, site);
  TitleChoice title = choose_title(witnesses, site, input.feed ? input.feed->title : "");
  metadata.title = std::move(title.title);
  note(metadata, "title", std::move(title.from));

  AuthorChoice authors =
      choose_authors(witnesses, item, site, title.order, input.feed ? input.feed->authors : std::vector<std::string>());
  metadata.authors = std::move(authors.authors);
  metadata.affiliations = std::move(authors.affiliations);
  note(metadata, "authors", std::move(authors.from));

  DateContext context;
  context.item = item;
  context.url = input.url;
  context.language = regional_language(metadata.language_hints, metadata.language);
  context.title_order = title.order;
  context.now = input.now;
  if (input.feed) {
    context.feed_published = input.feed->published;
    context.feed_updated = input.feed->updated;
  }
  DateChoice dates = choose_dates(witnesses, context);
  if (!dates.is_dated && is_discussion(dom, input.url)) {
    context.is_discussion = true;
    dates = choose_dates(witnesses, context);
  }
  set_dates(metadata, std::move(dates));
  return metadata;
}

PageMetadata read_feed_metadata(const FeedSignal& feed, const std::string& url, Moment now) {
  PageMetadata metadata;
  metadata.title = clean_value(feed.title);
  if (!metadata.title.empty()) note(metadata, "title", "feed");
  for (const std::string& author : feed.authors) {
    Byline byline = parse_byline(clean_value(author));
    std::ranges::move(byline.authors, std::back_inserter(metadata.authors));
    std::ranges::move(byline.affiliations, std::back_inserter(metadata.affiliations));
  }
  if (!metadata.authors.empty()) note(metadata, "authors", "feed");
  metadata.language_hints.feed = feed.language;
  if (const auto parsed = url::parse(url)) metadata.language_hints.host = parsed->host;
  metadata.language = declared_language(metadata.language_hints);
  metadata.image = feed.image.empty() ? std::string() : url::resolve(feed.image, url);
  for (const std::string& category : feed.categories) add_keyword(metadata.keywords, category);
  DateContext context;
  context.feed_published = feed.published;
  context.feed_updated = feed.updated;
  context.now = now;
  set_dates(metadata, choose_dates(Witnesses{}, context));
  return metadata;
}

} // namespace trawl::extract
