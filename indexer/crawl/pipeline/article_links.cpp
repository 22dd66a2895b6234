// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pipeline/article_links.h"

#include "indexer/feed/page_list.h"
#include "indexer/html/charset.h"
#include "shared/base/ascii.h"
#include "shared/url/canonical.h"
#include "shared/url/url.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace trawl::crawl {
namespace {

constexpr int kEnoughAlike = 3; // articles of one shape; two may be coincidence
constexpr int kMinorShape =
    4; // a pattern omits shapes with less than a quarter of the articles of the most common shape
constexpr std::size_t kLongestExtension = 5;

/// The extension of the last segment with its dot, in lower case: ".html"; empty if it has none.
std::string extension_of(std::string_view path) {
  const auto name = path.substr(path.rfind('/') + 1);
  const auto dot = name.rfind('.');
  if (dot == std::string_view::npos || name.size() - dot - 1 > kLongestExtension) return {};
  return ascii::to_lower(name.substr(dot));
}

bool is_page_extension(std::string_view extension) {
  constexpr std::array<std::string_view, 7> kPages{"", ".html", ".htm", ".php", ".aspx", ".jsp", ".md"};
  // "/posts/gpt-4.5" has no extension, although it has a dot.
  return std::ranges::find(kPages, extension) != kPages.end() || std::ranges::any_of(extension, ascii::is_digit);
}

std::string with_numbers_replaced(std::string_view text) {
  std::string shape;
  bool was_digit = false;
  for (const char c : text) {
    const bool is_digit = ascii::is_digit(c);
    if (!is_digit) shape += c;
    if (is_digit && !was_digit) shape += '#';
    was_digit = is_digit;
  }
  return shape;
}

/// "https://a.org/blog/2026/04/title.html" gives "a.org/blog/#/#/*.html"; a name that is only a number is another shape
/// than words, because lists number their pages. Empty for URLs directly below the root.
std::string shape_of(std::string_view url) {
  const auto parsed = url::parse(url);
  if (!parsed) return {};
  std::string_view path = parsed->path;
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  const auto folders = path.substr(0, path.rfind('/') + 1);
  if (folders.size() < 2) return {};
  const std::string shape = parsed->host + with_numbers_replaced(folders);
  const auto extension = extension_of(path);
  const auto name = path.substr(folders.size(), path.size() - folders.size() - extension.size());
  return shape + (std::ranges::all_of(name, ascii::is_digit) ? "#" : "*") +
         (is_page_extension(extension) ? extension : std::string());
}

/// Whether it has no extension: a folder, or a file whose name hides its kind.
bool is_folder(std::string_view shape) { return shape.ends_with('*') || shape.ends_with('#'); }

/// "a.org/@ann/*" gives "a.org/@*/*": what a person wrote, whoever it is; empty if no folder names one.
std::string of_anyone(std::string_view shape) {
  const auto at = shape.find("/@");
  if (at == std::string_view::npos) return {};
  return std::string(shape.substr(0, at)) + "/@*" + std::string(shape.substr(shape.find('/', at + 1)));
}

/// The shape as a regular expression.
std::string expression_of(std::string_view shape) {
  constexpr std::string_view kSpecial = "\\^$.|?+()[]{}";
  std::string expression;
  if (shape.ends_with("/*")) return expression_of(shape.substr(0, shape.size() - 1)) + "(?!\\d+/?$)[^/?#]+";
  for (const char c : shape) {
    if (c == '#') {
      expression += "\\d+";
    } else if (c == '*') {
      expression += "[^/?#]+";
    } else {
      if (kSpecial.find(c) != std::string_view::npos) expression += '\\';
      expression += c;
    }
  }
  return expression;
}

/// The shapes as expressions. Where a folder has articles in several of its folders, it may have them in any.
std::set<std::string> open(const std::set<std::string>& shapes) {
  constexpr std::size_t kSeveral = 3, kSeveralAtRoot = 5; // at the root are the folders of everything else, too
  const auto last_folder = [](std::string_view shape) {
    const auto end = shape.rfind('/'), begin = shape.rfind('/', end - 1);
    return begin == std::string_view::npos ? std::pair(end, end) : std::pair(begin + 1, end);
  };
  const auto opened = [&](const std::string& shape) {
    const auto [begin, end] = last_folder(shape);
    return expression_of(shape.substr(0, begin)) + "[^/?#]+" + expression_of(shape.substr(end));
  };
  std::map<std::string, std::size_t> siblings;
  for (const auto& shape : shapes) ++siblings[opened(shape)];
  std::set<std::string> expressions;
  for (const auto& shape : shapes) {
    const auto [begin, end] = last_folder(shape);
    const bool is_at_root = shape.find('/') + 1 == begin;
    const bool is_open = begin < end && siblings[opened(shape)] >= (is_at_root ? kSeveralAtRoot : kSeveral);
    expressions.insert(is_open ? opened(shape) : expression_of(shape));
  }
  return expressions;
}

} // namespace

void UrlShapes::learn(std::string_view url) {
  if (auto shape = shape_of(url); !shape.empty()) {
    (is_folder(shape) ? folders_ : files_) += 1;
    if (auto any = of_anyone(shape); !any.empty()) writers_[std::move(any)].insert(shape);
    ++counts_[std::move(shape)];
  } else {
    ++at_root_;
  }
  auto section = url::identity_key(url);
  for (auto slash = section.rfind('/'); slash != std::string::npos; slash = section.rfind('/')) {
    section.resize(slash);
    if (!sections_.insert(section).second) break; // and all above it
  }
}

std::string UrlShapes::pattern() const {
  const bool are_files = files_ > folders_; // then the others are the front pages of their folders
  int most = 0, all = 0, kept = 0;
  const auto is_page = [&](const std::string& shape) { return !are_files || !is_folder(shape); };
  for (const auto& [shape, count] : counts_) most = is_page(shape) ? std::max(most, count) : most;
  std::set<std::string> shapes, anywhere;
  for (const auto& [shape, count] : counts_) {
    if (!is_page(shape)) continue;
    all += count;
    anywhere.insert(expression_of(shape.substr(0, shape.find('/') + 1)) + "(?:[^/?#]+/)+" +
                    expression_of(shape.substr(shape.rfind('/') + 1)));
    if (count < kEnoughAlike || count < most / kMinorShape) continue;
    kept += count;
    shapes.insert(shape);
  }
  if (shapes.empty()) return {};
  std::string alternatives;
  for (const std::string& one : are_files&& kept* kMinorShape < all * (kMinorShape - 1) ? anywhere : open(shapes))
    alternatives += (alternatives.empty() ? "" : "|") + one;
  return "^https?://(?:" + alternatives + ")/?$";
}

bool UrlShapes::is_section(std::string_view url) const { return sections_.contains(url::identity_key(url)); }

bool UrlShapes::admit(std::string_view url) const {
  const auto shape = shape_of(url);
  const auto found = counts_.find(shape);
  if (found != counts_.end() && found->second >= kEnoughAlike) return true;
  const auto writers = writers_.find(of_anyone(shape));
  return writers != writers_.end() && writers->second.size() >= kEnoughAlike;
}

bool UrlShapes::admit_below(std::string_view url, std::string_view homepage) const {
  const auto home = url::parse(homepage);
  const std::string shape = shape_of(url);
  if (!home || shape.empty()) return false;
  const std::string root = home->host + with_numbers_replaced(home->path.substr(0, home->path.rfind('/') + 1));
  const auto end = shape.find('/', root.size());
  if (!shape.starts_with(root) || end == std::string::npos) return false;
  const std::string_view folder = std::string_view(shape).substr(0, end + 1);
  const auto first = counts_.lower_bound(folder); // the shapes are sorted: those in the folder follow each other
  const auto behind = counts_.lower_bound(std::string(folder.substr(0, end)) + static_cast<char>('/' + 1));
  int known = 0;
  for (auto one = first; one != behind && known < kEnoughAlike; ++one) known += one->second;
  if (known < kEnoughAlike) return false;
  const auto differs = std::ranges::mismatch(first->first, std::prev(behind)->first).in1;
  const std::string common(first->first.begin(), differs);
  return shape.starts_with(common.substr(0, common.rfind('/') + 1));
}

bool UrlShapes::admit_at_root(std::string_view url) const {
  return at_root_ >= kEnoughAlike && at_root_ > files_ + folders_ && shape_of(url).empty();
}

std::vector<std::string> links_of_page(const store::Input& page) {
  auto html = html::decode(page.body, page.content_type, html::Markup::Html).text;
  const auto list = feed::read_page_list(std::move(html), page.url, [](std::string_view) { return true; });
  const auto site = url::site(page.url);
  std::vector<std::string> links;
  if (!list) return links;
  std::set<std::string> seen{page.url};
  for (const auto& link : list->links) {
    auto address = url::canonical(link.url);
    const auto parsed = url::parse(address);
    if (!parsed || !is_page_extension(extension_of(parsed->path)) || url::site(address) != site) continue;
    if (seen.insert(address).second) links.push_back(std::move(address));
  }
  return links;
}

bool looks_like_article(std::string_view link, const UrlRules& rules, const UrlShapes& shapes) {
  return !shapes.is_section(link) && rules.accepts(link) && (rules.has_pattern() || shapes.admit(link));
}

bool looks_like_older(std::string_view url, std::string_view homepage, const UrlRules& rules, const UrlShapes& shapes) {
  return looks_like_article(url, rules, shapes) ||
         (!rules.has_pattern() && !shapes.is_section(url) && rules.accepts(url) && shapes.admit_below(url, homepage));
}

} // namespace trawl::crawl
