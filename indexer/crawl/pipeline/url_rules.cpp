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

bool is_year(std::string_view text) {
  return text.size() == 4 && is_number(text) && (text.starts_with("19") || text.starts_with("20"));
}

bool is_part_of_date(std::string_view text) { return is_year(text) || (is_number(text) && text.size() <= 2); }

/// Later pages of a list, as Jekyll and Pelican number them: page2, page-2, index2.
bool is_numbered_page(std::string_view name) {
  for (const std::string_view list : {"page-", "page", "index"}) {
    if (name.starts_with(list)) return is_number(name.substr(list.size()));
  }
  return false;
}

/// The name without the extension that generators give to pages.
std::string_view without_extension(std::string_view name) {
  for (const std::string_view extension : {".html", ".htm", ".php", ".aspx"}) {
    if (name.ends_with(extension)) name.remove_suffix(extension.size());
  }
  return name;
}

/// The folders of a page's address and its name; none for a front page.
std::vector<std::string_view> names_of(std::string_view path) {
  auto names = segments_of(path);
  if (names.empty()) return names;
  auto& last = names.back();
  last = without_extension(last);
  if (last == "index" || last == "default") names.pop_back();
  return names;
}

/// The word by which the address is that of a list: "tags" of /tags/x/y/, "archive" of /archive/2026/05; empty if it
/// is none. A category may have categories; but what is dated below any list, or has a name or a number of its own in
/// an archive, is an article.
std::string_view list_word(const std::vector<std::string_view>& names) {
  constexpr std::array<std::string_view, 15> kLists{"tag",    "tags",    "tagged", "category", "categories",
                                                    "author", "authors", "page",   "archive",  "archives",
                                                    "search", "feed",    "topic",  "topics",   "label"};
  constexpr std::array<std::string_view, 5> kNested{"tag", "tags", "tagged", "category", "categories"};
  if (!names.empty() && is_numbered_page(names.back())) return names.back();
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (std::ranges::find(kLists, *name) == kLists.end()) continue;
    const std::ranges::subrange below(name + 1, names.end());
    const bool is_nested = std::ranges::find(kNested, *name) != kNested.end();
    const bool is_list = name->starts_with("archive")
                             ? std::ranges::all_of(below, is_part_of_date)
                             : below.size() <= 1 || (is_nested && std::ranges::none_of(below, is_number));
    if (is_list) return *name;
  }
  return {};
}

} // namespace

struct UrlRules::Patterns {
  std::string text;
  Code article; // null: accepts everything
  std::vector<Code> excluded;
};

Result<UrlRules> UrlRules::compile(const schema::SourceDefinition& source) {
  auto patterns = std::make_shared<Patterns>();
  if (!source.article_pattern.empty()) {
    patterns->text = source.article_pattern;
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
  const auto parsed = url::parse(url);
  if (!parsed || !patterns_->text.contains(list_word(names_of(parsed->path)))) return false;
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
  const auto names = names_of(parsed->path);
  if (names.empty()) return !parsed->query; // /?p=17 is an article on many blogs
  constexpr std::array<std::string_view, 13> kLeaves{"about", "contact", "blog",        "posts",    "404",
                                                     "news",  "resume",  "cv",          "projects", "timeline",
                                                     "links", "article", "publications"};
  if (names.size() == 1 && std::ranges::find(kLeaves, names[0]) != kLeaves.end()) return true;
  if (!list_word(names).empty()) return true;
  return is_year(names[0]) && std::ranges::all_of(names, is_number); // /2026/04/
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
