// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/article_extractor.h"

#include <cstdint>
#include <cstring>
#include <utility>

#include "indexer/extract/content/feed_body.h"
#include "indexer/extract/content/main_content.h"
#include "indexer/extract/metadata/language.h"
#include "indexer/extract/metadata/page_metadata.h"
#include "indexer/extract/page_rules.h"
#include "indexer/html/charset/charset.h"
#include "indexer/html/dom.h"
#include "indexer/html/text.h"
#include "shared/base/utf8.h"
#include "shared/text/reading_time.h"
#include "shared/url/canonical.h"

namespace trawl::extract {
namespace {

constexpr std::size_t kMaxTextBytes = 1'000'000;

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

/// The place of the first byte beyond ASCII from `at` on, or the end; eight bytes at a time.
std::size_t find_beyond_ascii(std::string_view bytes, std::size_t at) {
  for (std::uint64_t eight = 0; at + sizeof eight <= bytes.size(); at += sizeof eight) {
    std::memcpy(&eight, bytes.data() + at, sizeof eight);
    if ((eight & 0x8080808080808080u) != 0) break;
  }
  while (at < bytes.size() && (bytes[at] & 0x80) == 0) ++at;
  return at;
}

/// Whether the bytes are UTF-8 and could be nothing else: valid throughout, some beyond ASCII, no NUL.
bool is_surely_utf8(std::string_view bytes) {
  bool is_beyond_ascii = false;
  if (bytes.find('\0') != std::string_view::npos) return false;
  for (std::size_t at = 0;;) {
    at = find_beyond_ascii(bytes, at);
    if (at == bytes.size()) return is_beyond_ascii;
    is_beyond_ascii = true;
    const std::size_t begin = at;
    const char32_t c = utf8::next(bytes, at);
    if (c == utf8::kReplacement && bytes.substr(begin, 3) != "\uFFFD") return false;
  }
}

/// The page's text. Saved and proxied pages are often UTF-8 though their meta element still names the old encoding, so
/// the bytes are asked first.
std::string decoded_page(const PageInput& input) {
  std::string_view bytes = input.bytes;
  if (bytes.starts_with("\uFEFF")) bytes.remove_prefix(3);
  if (is_surely_utf8(bytes)) return std::string(bytes);
  return html::decode(input.bytes, input.content_type, html::Markup::Html).text;
}

/// Sets the text and everything that is counted or guessed from it.
void set_text(Extract& extract, std::string text, std::string_view from, const LanguageHints& hints) {
  Article& article = extract.article;
  if (text.size() > kMaxTextBytes) {
    text.resize(utf8::truncate_bytes(text, kMaxTextBytes).size());
    extract.warnings.emplace_back("the text was cut at 1 MB");
  }
  article.text = std::move(text);
  const text::TextLength length = text::measure(article.text);
  article.words = length.words;
  article.reading_minutes = text::reading_minutes(length);
  article.language = detect_language(article.text, hints);
  if (!article.text.empty()) article.provenance.push_back({"text", std::string(from)});
}

} // namespace

Result<Extract> extract_page(const PageInput& input) {
  TRAWL_TRY(html::Dom dom, html::Dom::parse(decoded_page(input)));
  if (input.rules != nullptr) input.rules->prepare(dom);
  PageMetadata metadata = read_metadata(dom, input);
  auto ruled = input.rules != nullptr ? input.rules->text(dom) : std::nullopt;
  const ContentHints content_hints{metadata.title, input.url, metadata.authors, metadata.article_body,
                                   metadata.is_dated};
  std::string text = ruled ? std::string() : read_main_content(dom, content_hints).text;
  std::string feed_text = input.feed ? html::fragment_text(input.feed->body_html) : std::string{};

  Extract extract;
  extract.article.url = url::canonical(input.url);
  extract.text_from_feed = !ruled && is_feed_text_better(text, feed_text);
  const LanguageHints hints = metadata.language_hints;
  if (metadata.truncated) metadata.warnings.emplace_back("the page says that not all of its text is free to read");
  take_metadata(extract, std::move(metadata));
  if (ruled) {
    set_text(extract, std::move(*ruled), "rule: content", hints);
  } else if (extract.text_from_feed) {
    set_text(extract, std::move(feed_text), "feed", hints);
  } else if (text.empty()) { // drawn by a script; the description tells at least what about
    set_text(extract, extract.description, "description", hints);
  } else {
    set_text(extract, std::move(text), "page", hints);
  }
  if (input.rules != nullptr) input.rules->apply(dom, input, extract);
  return extract;
}

Extract extract_feed_entry(const FeedSignal& feed, const std::string& url, Moment now) {
  PageMetadata metadata = read_feed_metadata(feed, url, now);
  Extract extract;
  extract.article.url = url::canonical(url);
  extract.text_from_feed = true;
  const LanguageHints hints = metadata.language_hints;
  take_metadata(extract, std::move(metadata));
  set_text(extract, html::fragment_text(feed.body_html), "feed", hints);
  return extract;
}

} // namespace trawl::extract
