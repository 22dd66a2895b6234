// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/article_extractor.h"

#include <utility>

#include "indexer/extract/content/main_content.h"
#include "indexer/extract/metadata/authors.h"
#include "indexer/extract/metadata/language.h"
#include "indexer/extract/metadata/page_metadata.h"
#include "indexer/extract/page/page_decoder.h"
#include "indexer/extract/page/removal.h"
#include "indexer/extract/page_rules.h"
#include "indexer/extract/site/site_knowledge.h"
#include "indexer/extract/structure/page_structure.h"
#include "indexer/html/dom.h"
#include "shared/base/utf8.h"
#include "shared/content/stored_content.h"
#include "shared/text/reading_time.h"
#include "shared/url/canonical.h"

namespace trawl::extract {
namespace {

constexpr std::size_t kMaxCaptions = 1'000;
constexpr std::size_t kMaxCaptionBytes = 4'000;
constexpr std::size_t kMaxStructureBytes = 2'000'000;

void take_metadata(Extract& extract, PageMetadata&& metadata) {
  Article& article = extract.article;
  article.title = std::move(metadata.title);
  article.authors = std::move(metadata.authors);
  article.affiliations = std::move(metadata.affiliations);
  article.published = metadata.published;
  article.updated = metadata.updated;
  article.image = std::move(metadata.image);
  article.provenance = std::move(metadata.provenance);
  extract.canonical_url = std::move(metadata.canonical_url);
  extract.site_name = std::move(metadata.site_name);
  extract.description = std::move(metadata.description);
  extract.keywords = std::move(metadata.keywords);
  if (!metadata.section.empty()) extract.keywords.push_back(std::move(metadata.section));
  extract.refresh_url = std::move(metadata.refresh_url);
  extract.refresh_seconds = metadata.refresh_seconds;
  extract.noindex = metadata.noindex;
  extract.warnings = std::move(metadata.warnings);
}

/// The article's text and its origin, as named in provenance.
struct ChosenText {
  content::Content content;
  std::string_view from;
  std::vector<std::string> captions = {};
  std::vector<DroppedPart> dropped = {}; ///< if PageInput::is_explained
  bool is_by_site = false;
};

/// Chooses the text by the source's own rule, else from the page or its feed entry. For a page that a script draws,
/// neither may exist; then its description at least says what it is about.
ChosenText choose_text(const html::Dom& dom, NameLookup& names, const PageInput& input, const PageMetadata& metadata,
                       const PageOutline* outline) {
  if (input.rules != nullptr) {
    if (auto ruled = input.rules->content(dom, metadata.base_url); !ruled.empty())
      return {std::move(ruled), "rule: content"};
  }
  const ContentHints hints{metadata.title,
                           input.url.empty() ? metadata.canonical_url : input.url,
                           metadata.article_body,
                           metadata.is_dated,
                           input.is_explained,
                           metadata.base_url,
                           metadata.description,
                           outline,
                           input.site};
  MainContent page = read_main_content(dom, names, hints);
  content::Content feed = input.feed ? fragment_structure(input.feed->body_html, input.url) : content::Content{};
  if (is_feed_text_better(page.text, content::pack(feed).text)) return {std::move(feed), "feed"};
  if (page.text.empty()) return {content::of_text(metadata.description), "description"};
  std::vector<std::string> captions;
  for (const Caption& caption : page.captions) {
    if (captions.size() < kMaxCaptions) captions.emplace_back(utf8::truncate_bytes(caption.text, kMaxCaptionBytes));
  }
  std::vector<DroppedPart> dropped;
  if (input.is_explained) dropped = report_removals(dom, page.removals);
  return {std::move(page.content), "page", std::move(captions), std::move(dropped), page.is_by_site};
}

/// Sets the text with its structure, and what is computed from it: words, reading time, language.
void set_text(Extract& extract, const ChosenText& chosen, const LanguageHints& hints) {
  Article& article = extract.article;
  content::StoredContent stored = content::pack(chosen.content);
  if (stored.text.size() > kMaxArticleText) {
    stored.text.resize(utf8::truncate_bytes(stored.text, kMaxArticleText).size());
    stored.structure.clear();
    extract.warnings.emplace_back("the text was cut at 3 MB");
  } else if (stored.structure.size() > kMaxStructureBytes || !content::unpack(stored.text, stored.structure)) {
    if (!stored.text.empty())
      extract.warnings.emplace_back("the text has too many links or tables, so it is kept without headings and lists");
    stored.structure.clear();
  }
  article.text = std::move(stored.text);
  article.structure = std::move(stored.structure);
  const text::TextLength length = text::measure(article.text);
  article.words = length.words;
  article.reading_minutes = text::reading_minutes(length);
  article.language = detect_language(article.text, hints);
  if (article.authors.empty()) take_lead_byline(article);
  if (!article.text.empty()) article.provenance.push_back({"text", std::string(chosen.from)});
}

} // namespace

void take_lead_byline(Article& article) {
  Byline byline = read_lead_byline(article.text);
  if (byline.authors.empty()) return;
  article.authors = std::move(byline.authors);
  article.affiliations = std::move(byline.affiliations);
  article.provenance.push_back({"authors", "first lines"});
}

Result<Extract> extract_page(const PageInput& input) {
  TRAWL_TRY(html::Dom dom, html::Dom::parse(decode_page(input.bytes, input.content_type)));
  if (input.rules != nullptr) input.rules->prepare(dom);
  std::optional<PageOutline> outline;
  if (input.site != nullptr && input.site->is_known()) outline = outline_page(dom);
  const PageOutline* page = outline ? &*outline : nullptr;
  NameLookup names;
  PageMetadata metadata = read_metadata(dom, names, input, page);
  ChosenText text = choose_text(dom, names, input, metadata, page);
  if (metadata.truncated) metadata.warnings.emplace_back("the page says that not all of its text is free to read");

  Extract extract;
  extract.article.url = url::canonical(input.url);
  extract.article.captions = std::move(text.captions);
  extract.dropped = std::move(text.dropped);
  extract.read_by_site = text.is_by_site;
  const LanguageHints language_hints = metadata.language_hints;
  take_metadata(extract, std::move(metadata));
  set_text(extract, text, language_hints);
  if (input.rules != nullptr) input.rules->apply(dom, input, extract);
  return extract;
}

Extract extract_feed_entry(const FeedSignal& feed, const std::string& url, Moment now) {
  PageMetadata metadata = read_feed_metadata(feed, url, now);
  Extract extract;
  extract.article.url = url::canonical(url);
  const LanguageHints language_hints = metadata.language_hints;
  take_metadata(extract, std::move(metadata));
  set_text(extract, {fragment_structure(feed.body_html, url), "feed"}, language_hints);
  return extract;
}

} // namespace trawl::extract
