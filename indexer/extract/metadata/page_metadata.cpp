// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/page_metadata.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "indexer/extract/discussion.h"
#include "indexer/extract/metadata/authors/authors.h"
#include "indexer/extract/metadata/authors/byline.h"
#include "indexer/extract/metadata/canonical_link.h"
#include "indexer/extract/metadata/dates/dates.h"
#include "indexer/extract/metadata/keywords.h"
#include "indexer/extract/metadata/lead_image.h"
#include "indexer/extract/metadata/main_item.h"
#include "indexer/extract/metadata/metadata_text.h"
#include "indexer/extract/metadata/signals/element_marks.h"
#include "indexer/extract/metadata/signals/signal_collector.h"
#include "indexer/extract/metadata/site_name.h"
#include "indexer/extract/metadata/title.h"
#include "indexer/extract/site/site_knowledge.h"
#include "indexer/html/text.h"
#include "shared/base/ascii.h"
#include "shared/base/utf8.h"
#include "shared/url/url.h"

namespace trawl::extract {
namespace {

constexpr std::size_t kMaxDescriptionBytes = 2'000;

void note(PageMetadata& metadata, std::string_view field, std::string from) {
  if (!from.empty()) metadata.provenance.push_back({std::string(field), std::move(from)});
}

LanguageHints language_hints(const MetadataSignals& signals, const JsonLdItem* item, const PageInput& input) {
  LanguageHints hints;
  hints.html_lang = signals.html_lang;
  hints.content_language = signals.meta("content-language");
  for (const auto* const name : {"language", "dc.language", "dcterms.language"}) {
    if (hints.content_language.empty()) hints.content_language = signals.meta(name);
  }
  hints.open_graph = signals.meta("og:locale");
  if (item != nullptr) hints.json_ld = item->language;
  if (input.feed) hints.feed = input.feed->language;
  if (const auto url = url::parse(input.url)) hints.host = url->host;
  return hints;
}

/// The title by what the site's pages have in common: the title element without the part that the site adds to it, in
/// the words of an equal heading; else the heading that stands where the titles of most pages do.
void take_title_of_site(TitleChoice& title, const html::Dom& dom, const PageOutline& page, const SiteKnowledge& site) {
  const std::string_view whole = page.profile.title, bare = site.without_constant_part(whole);
  const std::string stripped = clean_value(bare);
  const auto& headings = page.profile.headings;
  const std::uint64_t words = words_hash(stripped);
  std::optional<std::size_t> heading;
  for (std::size_t i = 0; i < headings.size() && !heading && !stripped.empty(); ++i) {
    if (headings[i].words == words) heading = i;
  }
  std::string_view from = "h1, title";
  if (!heading) heading = site.find_title_heading(page.profile), from = "h1 of the site's template";
  if (heading) {
    title = {clean_value(html::line_text(dom, page.headings[*heading])), std::string(from), page.headings[*heading]};
  } else if (!stripped.empty() && bare.size() < whole.size()) {
    title = {stripped, "title", title.order};
  }
}

/// `language` with the region from one of the hints: dates in "en-GB" have the day first, dates in "en" may not.
std::string regional_language(const LanguageHints& hints, const std::string& language) {
  for (std::string tag : {hints.html_lang, hints.open_graph, hints.content_language, hints.json_ld}) {
    std::ranges::replace(tag, '_', '-');
    tag = ascii::to_lower(ascii::trim(tag));
    if (tag.size() == language.size() + 3 && tag.starts_with(language) && tag[language.size()] == '-') return tag;
  }
  return language;
}

std::string first_meta(const MetadataSignals& signals, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (std::string text = clean_value(signals.meta(name)); !text.empty()) return text;
  }
  return {};
}

/// Whether any of the robots elements forbids indexing. "none" is "noindex, nofollow".
bool says_noindex(const MetadataSignals& signals) {
  return std::ranges::any_of(signals.metas, [](const MetaElement& meta) {
    if (meta.name != "robots" && meta.name != "trawl") return false;
    std::string rules = ascii::to_lower(meta.content);
    std::ranges::replace(rules, ',', ' ');
    return rules.contains("noindex") || has_token(rules, "none");
  });
}

void set_dates(PageMetadata& metadata, DateChoice choice) {
  metadata.published = choice.published;
  metadata.updated = choice.updated;
  metadata.is_dated = choice.is_dated;
  note(metadata, "published", std::move(choice.published_from));
  note(metadata, "updated", std::move(choice.updated_from));
}

DateContext date_context(const PageMetadata& metadata, const JsonLdItem* item, std::size_t title_order,
                         const PageInput& input) {
  DateContext context;
  context.item = item;
  context.url = input.url;
  context.language = regional_language(metadata.language_hints, metadata.language);
  context.title_order = title_order;
  context.now = input.now;
  if (input.feed) {
    context.feed_published = input.feed->published;
    context.feed_updated = input.feed->updated;
  }
  return context;
}

/// The dates of the page. If a discussion has no date where articles have it, the dates of its posts.
DateChoice choose_page_dates(const html::Dom& dom, const MetadataSignals& signals, DateContext context) {
  DateChoice dates = choose_dates(signals, context);
  if (dates.is_dated || !is_discussion(dom, context.url)) return dates;
  context.is_discussion = true;
  return choose_dates(signals, context);
}

/// Sets the fields that are taken over without a vote.
void set_plain_fields(PageMetadata& metadata, const MetadataSignals& signals, const JsonLdItem* item,
                      const PageInput& input) {
  std::string base = base_url(signals, input.url);
  if (base.empty()) base = canonical_link(signals, item, base);
  metadata.description = first_meta(signals, {"og:description", "description", "twitter:description"});
  if (metadata.description.empty() && item != nullptr) metadata.description = item->description;
  metadata.canonical_url = canonical_link(signals, item, base);
  metadata.image = lead_image(signals, item, base);
  if (metadata.image.empty() && input.feed && !input.feed->image.empty())
    metadata.image = url::resolve(input.feed->image, input.url);
  metadata.keywords = page_keywords(signals, item);
  metadata.section = first_meta(signals, {"article:section", "parsely-section", "sailthru.section"});
  if (metadata.section.empty() && item != nullptr) metadata.section = item->section;
  Refresh refresh = meta_refresh(signals, base);
  metadata.base_url = std::move(base);
  metadata.refresh_seconds = refresh.seconds;
  metadata.refresh_url = std::move(refresh.url);
  metadata.noindex = says_noindex(signals);
  if (item != nullptr) {
    metadata.article_body = html::fragment_text(item->body);
    metadata.truncated = !item->accessible;
  }
  if (metadata.description.size() > kMaxDescriptionBytes) {
    metadata.description = utf8::truncate_bytes(metadata.description, kMaxDescriptionBytes);
  }
}

} // namespace

PageMetadata read_metadata(const html::Dom& dom, const PageInput& input, const PageOutline* outline) {
  MetadataSignals signals = collect_signals(dom);
  const JsonLdItem* item = find_main_item(signals, input.url);
  PageMetadata metadata;
  metadata.warnings = std::move(signals.warnings);
  metadata.language_hints = language_hints(signals, item, input);
  metadata.language = declared_language(metadata.language_hints);
  set_plain_fields(metadata, signals, item, input);

  const SiteNames site(signals, metadata.language_hints.host);
  metadata.site_name = choose_site_name(signals, site);
  // Only for the title: a feed often has its author's name.
  TitleChoice title = input.feed ? choose_title(signals, site.with(input.feed->site), input.feed->title)
                                 : choose_title(signals, site, "");
  const bool is_of_feed = input.feed && wording_key(title.title) == wording_key(clean_value(input.feed->title));
  if (outline != nullptr && !is_of_feed) take_title_of_site(title, dom, *outline, *input.site);
  metadata.title = std::move(title.title);
  note(metadata, "title", std::move(title.from));

  AuthorChoice authors =
      choose_authors(signals, item, site, title.order, input.feed ? input.feed->authors : std::vector<std::string>());
  metadata.authors = std::move(authors.authors);
  metadata.affiliations = std::move(authors.affiliations);
  note(metadata, "authors", std::move(authors.from));

  set_dates(metadata, choose_page_dates(dom, signals, date_context(metadata, item, title.order, input)));
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
  set_dates(metadata, choose_dates(MetadataSignals{}, context));
  return metadata;
}

} // namespace trawl::extract
