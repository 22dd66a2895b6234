// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/page_metadata.h"

#include "indexer/extract/metadata/authors.h"
#include "indexer/extract/metadata/byline.h"
#include "indexer/extract/metadata/dates.h"
#include "indexer/extract/metadata/elements.h"
#include "indexer/extract/metadata/metadata_text.h"
#include "indexer/extract/metadata/signal_vote.h"
#include "indexer/extract/metadata/site_name.h"
#include "indexer/extract/metadata/title.h"
#include "indexer/extract/site/site_knowledge.h"
#include "indexer/extract/words/words.h"
#include "indexer/html/text.h"
#include "shared/base/ascii.h"
#include "shared/base/utf8.h"
#include "shared/url/url.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <iterator>
#include <system_error>
#include <utility>

namespace trawl::extract {

namespace {

using html::Dom;
using html::NodeId;
using html::Tag;

constexpr int kMaxRefreshSeconds = 86'400;

/// The whole seconds of a time; 0 if it has none (".5").
int seconds_of(std::string_view digits) {
  int seconds = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seconds);
  return error == std::errc::result_out_of_range ? kMaxRefreshSeconds : std::min(seconds, kMaxRefreshSeconds);
}

/// The value after "url=", with or without quotes.
std::string_view refresh_target(std::string_view rest) {
  rest = ascii::trim(rest);
  if (rest.starts_with(';') || rest.starts_with(',')) rest = ascii::trim(rest.substr(1));
  if (rest.size() >= 3 && ascii::equals_ignoring_case(rest.substr(0, 3), "url")) {
    const std::string_view after = ascii::trim(rest.substr(3));
    if (after.starts_with('=')) rest = ascii::trim(after.substr(1));
  }
  if (rest.starts_with('"') || rest.starts_with('\'')) {
    const char quote = rest.front();
    rest.remove_prefix(1);
    rest = rest.substr(0, rest.find(quote));
  }
  return ascii::trim(rest);
}

constexpr std::size_t kMaxKeywords = 60;
constexpr std::size_t kMaxKeywordBytes = 100;

void add_keyword_list(std::vector<std::string>& keywords, std::string_view list) {
  const char separator = list.contains(',') ? ',' : ';';
  for (std::size_t at = 0; at <= list.size();) {
    const auto end = std::min(list.find(separator, at), list.size());
    add_keyword(keywords, list.substr(at, end - at));
    at = end + 1;
  }
}

/// The meta elements that give the lead image, with their weights in the vote.
constexpr std::pair<std::string_view, double> kImageMetas[] = {
    {"og:image", 5.0},          {"og:image:secure_url", 5.0}, {"og:image:url", 5.0}, {"twitter:image", 3.0},
    {"twitter:image:src", 3.0}, {"thumbnail", 3.0},           {"image", 3.0},        {"sailthru.image.full", 3.0}};
constexpr int kSmallWidth = 200; // pixels; icons, portraits, trackers

std::string absolute(std::string_view address, std::string_view base) {
  const std::string clean = squeeze(address);
  return clean.empty() ? std::string() : url::resolve(clean, base);
}

constexpr std::string_view kSchemaTypes[] = {"DiscussionForumPosting", "QAPage"};

bool has_any_part(std::string_view text, auto&& words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

/// Whether a label of the host or a segment of the path names a discussion.
bool has_discussion_word(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return false;
  const std::string rest = ascii::to_lower(url.substr(scheme + 3, url.find_first_of("?#", scheme + 3) - scheme - 3));
  for (std::size_t at = 0; at < rest.size();) {
    const std::size_t end = std::min(rest.find_first_of("/.", at), rest.size());
    const std::string_view part = std::string_view(rest).substr(at, end - at);
    if (std::ranges::find(words::kMetadataForumAddresses, part) != std::end(words::kMetadataForumAddresses))
      return true;
    at = end + 1;
  }
  return false;
}

/// Whether a script, a generator element or microdata says that the page is a discussion.
bool names_discussion(const Dom& dom, NodeId node) {
  const Tag tag = dom[node].tag;
  if (tag == Tag::Script) {
    return dom[node].first_child != html::kNoNode && has_any_part(dom[dom[node].first_child].text, kSchemaTypes);
  }
  if (tag == Tag::Meta && ascii::equals_ignoring_case(dom.attribute(node, "name"), "generator")) {
    return has_any_part(ascii::to_lower(dom.attribute(node, "content")), words::kMetadataForumGenerators);
  }
  return has_any_part(dom.attribute(node, "itemtype"), kSchemaTypes);
}

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

/// The heading above the first sentence of the text; kNoNode if there is none, or the page has no known template.
html::NodeId first_heading(const PageOutline& page, const SiteKnowledge& site) {
  const auto root = site.find_root(page.profile);
  if (!root) return html::kNoNode;
  const PageProfile::Box& box = page.profile.boxes[*root];
  for (std::size_t i = box.begin; i < box.end && !site.is_prose(page.profile.lines[i]); ++i) {
    if (page.profile.lines[i].is_heading) return page.blocks[i].node;
  }
  return html::kNoNode;
}

/// The title by what the site's pages have in common: the title element without the part that the site adds to it, in
/// the words of an equal heading; else the heading that stands where the titles of most pages do. Where all pages have
/// one title element, the text's first heading comes before it.
void take_title_of_site(TitleChoice& title, const html::Dom& dom, const PageOutline& page, const SiteKnowledge& site) {
  const std::string_view whole = page.profile.title;
  const auto [without_end, bare] = site.without_constant_parts(whole);
  const std::string stripped = clean_value(bare);
  const bool is_shared = site.is_shared_title(whole);
  const auto heading_of = [&](const std::string& text) -> std::optional<std::size_t> {
    const auto found = std::ranges::find(page.profile.headings, words_hash(text), &PageProfile::Heading::words);
    if (text.empty() || is_shared || found == page.profile.headings.end()) return std::nullopt;
    return static_cast<std::size_t>(found - page.profile.headings.begin());
  };
  // What many titles begin with is the site's, unless the page's heading begins with it, too: "Part 2: …".
  std::optional<std::size_t> heading = heading_of(clean_value(without_end));
  if (!heading) heading = heading_of(stripped);
  std::string_view from = "h1, title";
  if (!heading) heading = site.find_title_heading(page.profile), from = "h1 of the site's template";
  if (heading) {
    title = {clean_value(html::line_text(dom, page.headings[*heading])), std::string(from), page.headings[*heading]};
  } else if (const html::NodeId first = is_shared ? first_heading(page, site) : html::kNoNode; first != html::kNoNode) {
    title = {clean_value(html::line_text(dom, first)), "first heading of the text", first};
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
    return rules.contains("noindex") || html::lists_word(rules, "none");
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
  context.first_seen = input.first_seen;
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
  if (metadata.image.empty() && input.feed && !input.feed->image.empty()) {
    metadata.image = url::resolve(input.feed->image, input.url);
    if (!metadata.image.empty()) note(metadata, "image", "feed");
  }
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

std::string base_url(const MetadataSignals& signals, std::string_view url) {
  if (signals.base_href.empty()) return std::string(url);
  std::string base = url::resolve(signals.base_href, url);
  return base.empty() ? std::string(url) : base;
}

std::string canonical_link(const MetadataSignals& signals, const JsonLdItem* item, std::string_view base) {
  for (const LinkSignal& link : signals.links) {
    if (link.rel != "canonical") continue;
    if (std::string url = url::resolve(link.href, base); !url.empty()) return url;
  }
  if (std::string url = url::resolve(squeeze(signals.meta("og:url")), base); !signals.meta("og:url").empty()) {
    if (!url.empty()) return url;
  }
  if (item != nullptr && item->url.starts_with("http")) return url::resolve(item->url, base);
  return {};
}

Refresh meta_refresh(const MetadataSignals& signals, std::string_view base) {
  std::string_view rest = ascii::trim(signals.meta("refresh"));
  const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  if (digits == 0 && !rest.starts_with('.')) return {};
  Refresh refresh{seconds_of(rest.substr(0, digits)), {}};
  rest.remove_prefix(std::min(rest.find_first_not_of("0123456789."), rest.size()));
  if (!rest.empty() && rest.front() != ';' && rest.front() != ',' && !ascii::is_space(rest.front())) return {};
  const std::string_view target = refresh_target(rest);
  if (!target.empty()) refresh.url = url::resolve(target, base);
  return refresh;
}

void add_keyword(std::vector<std::string>& keywords, std::string_view text) {
  std::string word = clean_value(text);
  if (word.empty() || word.size() > kMaxKeywordBytes || keywords.size() >= kMaxKeywords) return;
  if (std::ranges::find(keywords, word) == keywords.end()) keywords.push_back(std::move(word));
}

std::vector<std::string> page_keywords(const MetadataSignals& signals, const JsonLdItem* item) {
  std::vector<std::string> keywords;
  for (const MetaElement& meta : signals.metas) {
    if (meta.name == "article:tag") add_keyword(keywords, meta.content);
    const bool is_list = meta.name == "keywords" || meta.name == "news_keywords" || meta.name == "sailthru.tags" ||
                         meta.name == "parsely-tags" || meta.name == "citation_keywords";
    if (is_list) add_keyword_list(keywords, meta.content);
  }
  if (item != nullptr) {
    for (const std::string& keyword : item->keywords) add_keyword(keywords, keyword);
  }
  for (const std::string& tag : signals.tag_links) add_keyword(keywords, tag);
  return keywords;
}

std::string lead_image(const MetadataSignals& signals, const JsonLdItem* item, std::string_view base) {
  std::vector<Signal<std::string>> addresses;
  const auto add = [&](std::string_view address, std::string_view from, double weight) {
    std::string url = absolute(address, base);
    if (url.empty()) return false;
    addresses.push_back({std::move(url), std::string(from), weight});
    return true;
  };
  for (const auto& [name, weight] : kImageMetas) add(clean_value(signals.meta(name)), name, weight);
  if (item != nullptr) add(item->image, signal_name(*item), 4.0);
  for (const LinkSignal& link : signals.links) {
    if (link.rel == "image_src" && add(link.href, "image_src", 2.0)) break;
  }
  for (const ImageSignal& image : signals.images) {
    const bool is_small = image.width != 0 && image.width < kSmallWidth;
    const bool is_in_text = (image.places & (kInArticle | kInBoilerplate | kInComments)) == kInArticle;
    if (!is_small && is_in_text && add(image.url, "article", 1.0)) break;
  }
  // Sizes and crops of one picture have different addresses, so that none supports another.
  const auto* best = vote(addresses, [](const auto&, const auto&) { return 0.0; });
  return best == nullptr ? std::string() : best->value;
}

bool is_discussion(const Dom& dom, std::string_view url) {
  if (has_discussion_word(url)) return true;
  for (NodeId node = 0; node < dom.size(); ++node) {
    if (dom[node].attribute_count > 0 && names_discussion(dom, node)) return true;
  }
  return false;
}

PageMetadata read_metadata(const html::Dom& dom, NameLookup& names, const PageInput& input,
                           const PageOutline* outline) {
  MetadataSignals signals = collect_signals(dom, names);
  const JsonLdItem* item = find_main_item(signals);
  PageMetadata metadata;
  metadata.warnings = std::move(signals.warnings);
  metadata.language_hints = language_hints(signals, item, input);
  metadata.language = declared_language(metadata.language_hints);
  set_plain_fields(metadata, signals, item, input);

  const SiteNames site(signals, metadata.language_hints.host);
  metadata.site_name = choose_site_name(signals, site);
  // Only for the title: a feed often has its author's name, and a front page that of the site.
  const auto address = url::parse(input.url);
  const bool is_front_page = address && address->path == "/" && !address->query;
  TitleChoice title = input.feed ? choose_title(signals, site.with(input.feed->site), input.feed->title)
                                 : choose_title(signals, is_front_page ? SiteNames(MetadataSignals{}, "") : site, "");
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
  if (!metadata.image.empty()) note(metadata, "image", "feed");
  for (const std::string& category : feed.categories) add_keyword(metadata.keywords, category);
  DateContext context;
  context.feed_published = feed.published;
  context.feed_updated = feed.updated;
  context.now = now;
  set_dates(metadata, choose_dates(MetadataSignals{}, context));
  return metadata;
}

} // namespace trawl::extract
