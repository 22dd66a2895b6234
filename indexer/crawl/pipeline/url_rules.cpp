// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pipeline/url_rules.h"

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "shared/base/ascii.h"
#include "shared/url/canonical.h"
#include "shared/url/url.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

namespace trawl::crawl {
namespace {

// A URL is short; a reasonable pattern needs a few hundred steps.
constexpr std::uint32_t kMatchLimit = 100'000;
constexpr std::uint32_t kDepthLimit = 1'000;

struct FreeCode {
  void operator()(pcre2_code* code) const { pcre2_code_free(code); }
};
struct FreeData {
  void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
};
struct FreeContext {
  void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
};
using Code = std::unique_ptr<pcre2_code, FreeCode>;

Result<Code> compile_one(const std::string& pattern, const std::string& where) {
  int error = 0;
  PCRE2_SIZE offset = 0;
  Code code(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(), PCRE2_NO_AUTO_CAPTURE, &error,
                          &offset, nullptr));
  if (code) return code;
  if (error == PCRE2_ERROR_HEAP_FAILED) throw std::bad_alloc();
  std::array<PCRE2_UCHAR, 256> message{};
  pcre2_get_error_message(error, message.data(), message.size());
  return fail(ErrorCode::BadInput,
              "the pattern " + pattern + " is wrong at character " + std::to_string(offset + 1) + ": " +
                  reinterpret_cast<const char*>(message.data()),
              where);
}

/// The result of pcre2_match: negative if there is no match within the limits. Without memory nobody knows.
int match(const pcre2_code* code, std::string_view text) {
  const std::unique_ptr<pcre2_match_data, FreeData> data(pcre2_match_data_create(1, nullptr));
  const std::unique_ptr<pcre2_match_context, FreeContext> context(pcre2_match_context_create(nullptr));
  if (!data || !context) throw std::bad_alloc();
  pcre2_set_match_limit(context.get(), kMatchLimit);
  pcre2_set_depth_limit(context.get(), kDepthLimit);
  const int outcome =
      pcre2_match(code, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), 0, 0, data.get(), context.get());
  if (outcome == PCRE2_ERROR_NOMEMORY) throw std::bad_alloc();
  return outcome;
}

bool matches(const pcre2_code* code, std::string_view text) { return match(code, text) >= 0; }

bool hits_limit(const pcre2_code* code, std::string_view text) {
  const int outcome = match(code, text);
  return outcome == PCRE2_ERROR_MATCHLIMIT || outcome == PCRE2_ERROR_DEPTHLIMIT;
}

/// The URL as it is, with the other scheme, and both with the final slash toggled.
std::array<std::string, 4> spellings(std::string_view url) {
  const bool secure = url.starts_with("https://");
  const auto rest = url.substr(secure ? 8 : 7);
  const auto other = std::string(secure ? "http://" : "https://").append(rest);
  const auto toggled = [](std::string text) {
    if (text.ends_with('/')) {
      text.pop_back();
    } else {
      text += '/';
    }
    return text;
  };
  return {std::string(url), other, toggled(std::string(url)), toggled(other)};
}

std::vector<std::string_view> segments_of(std::string_view path) {
  std::vector<std::string_view> segments;
  while (!path.empty()) {
    const auto slash = path.find('/');
    if (slash != 0) segments.push_back(path.substr(0, slash));
    if (slash == std::string_view::npos) break;
    path.remove_prefix(slash + 1);
  }
  return segments;
}

bool is_number(std::string_view text) { return !text.empty() && std::ranges::all_of(text, ascii::is_digit); }

/// Later pages of a list, as Jekyll numbers them: page2, page-2.
bool is_numbered_page(std::string_view name) {
  if (!name.starts_with("page")) return false;
  name.remove_prefix(name.starts_with("page-") ? 5 : 4);
  return is_number(name);
}

bool is_index_file(std::string_view name) {
  constexpr std::array<std::string_view, 4> kNames{"index.html", "index.htm", "index.php", "default.aspx"};
  return std::ranges::find(kNames, name) != kNames.end();
}

} // namespace

struct UrlRules::Patterns {
  Code article; // null: accepts everything
  std::vector<Code> excluded;
};

Result<UrlRules> UrlRules::compile(const schema::SourceDefinition& source) {
  auto patterns = std::make_shared<Patterns>();
  if (!source.article_pattern.empty()) {
    TRAWL_TRY(patterns->article, compile_one(source.article_pattern, "source " + source.id + ", \"article_pattern\""));
  }
  for (const auto& pattern : source.exclude_patterns) {
    TRAWL_TRY(auto code, compile_one(pattern, "source " + source.id + ", \"exclude_patterns\""));
    patterns->excluded.push_back(std::move(code));
  }
  UrlRules rules;
  rules.patterns_ = std::move(patterns);
  return rules;
}

bool UrlRules::has_pattern() const { return patterns_->article != nullptr; }

bool UrlRules::accepts(std::string_view url) const {
  if (!url.starts_with("http://") && !url.starts_with("https://")) return false;
  if (!has_pattern() && looks_like_listing(url)) return false;
  const auto forms = spellings(url);
  const auto any = [&](const Code& code) {
    return std::ranges::any_of(forms, [&](const std::string& form) { return matches(code.get(), form); });
  };
  return (!has_pattern() || any(patterns_->article)) && std::ranges::none_of(patterns_->excluded, any);
}

std::string UrlRules::field_over_limit(std::string_view url) const {
  if (has_pattern() && hits_limit(patterns_->article.get(), url)) return "article_pattern";
  const auto excludes = [url](const Code& code) { return hits_limit(code.get(), url); };
  return std::ranges::any_of(patterns_->excluded, excludes) ? "exclude_patterns" : "";
}

bool looks_like_listing(std::string_view url) {
  const auto parsed = url::parse(url);
  if (!parsed) return true;
  auto segments = segments_of(parsed->path);
  if (!segments.empty() && is_index_file(segments.back())) segments.pop_back();
  if (segments.empty()) return !parsed->query; // /?p=17 is an article on many blogs
  constexpr std::array<std::string_view, 14> kLists{"tag",     "tags",  "category", "categories", "author",
                                                    "authors", "page",  "archive",  "archives",   "search",
                                                    "feed",    "topic", "topics",   "label"};
  constexpr std::array<std::string_view, 13> kLeaves{"about", "contact", "blog",        "posts",    "404.html",
                                                     "news",  "resume",  "cv",          "projects", "timeline",
                                                     "links", "article", "publications"};
  const auto last = segments.back();
  if (std::ranges::find(kLeaves, last) != kLeaves.end() && segments.size() == 1) return true;
  const auto parent = segments.size() > 1 ? segments[segments.size() - 2] : std::string_view();
  const auto is_list = [&](std::string_view name) { return std::ranges::find(kLists, name) != kLists.end(); };
  // /tag/x and /tags, but not /archive/2026/title, where the word is a folder of articles.
  if (is_list(last) || is_numbered_page(last) || (is_list(parent) && !parent.starts_with("archive"))) return true;
  const bool begins_with_year =
      segments[0].size() == 4 && (segments[0].starts_with("19") || segments[0].starts_with("20"));
  return begins_with_year && std::ranges::all_of(segments, is_number); // /2026/04/
}

std::string credible_claim(std::string_view found_at, std::string_view claim) {
  const auto canonical = url::canonical(claim);
  if (canonical.empty()) return {};
  const auto key = url::identity_key(canonical);
  if (key.find('/') == std::string::npos && key.find('?') == std::string::npos) return {};
  if (key.find("//") != std::string::npos)
    return {}; // a mistake of the site: a base URL with a final slash, followed by a path
  return canonical == found_at ? std::string() : canonical;
}

} // namespace trawl::crawl
