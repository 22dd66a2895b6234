// SPDX-License-Identifier: GPL-3.0-or-later
/// Which links of a page lead to articles, judged by what the URLs of the source's other articles look like. Pure.
#pragma once

#include "indexer/crawl/pipeline/url_rules.h"
#include "indexer/store/input_store.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::crawl {

/// The shapes of a source's article URLs, learned from the articles that its seeds list: the path up to the last
/// segment, with numbers replaced, and the file extension. For sources without an article_pattern, where a link in an
/// article may lead anywhere on the site.
class UrlShapes {
 public:
  void learn(std::string_view url);

  /// Whether several known articles have the shape of `url`, or several people one each: "/@ann/title". URLs directly
  /// below the root have no shape, because pages such as "/about" are there too.
  bool admit(std::string_view url) const;

  /// Whether several known articles are in the folder of the homepage in which `url` is, however deep, and it is below
  /// the folder that they have in common.
  bool admit_below(std::string_view url, std::string_view homepage) const;

  /// Whether `url` is directly below the root, as most known articles are: of a URL that a list has not named before.
  bool admit_at_root(std::string_view url) const;

  /// Whether all URLs are directly below the root.
  bool are_at_root() const { return files_ + folders_ == 0; }

  /// A regular expression that matches only URLs of the common shapes; empty if no shape is common. Where most URLs are
  /// files ("/a/b.html"), folders ("/a/") are not articles, and if a quarter of the files has no common shape, files
  /// in any folder are. If several folders of a folder have articles, so may its others.
  std::string pattern() const;

  /// Whether known articles are below this URL, which makes it a section's front page.
  bool is_section(std::string_view url) const;

 private:
  std::map<std::string, int, std::less<>> counts_;
  std::map<std::string, std::set<std::string>> writers_; ///< by shape of anyone: the shapes of each
  int at_root_ = 0;
  int files_ = 0, folders_ = 0; ///< URLs with a shape, with and without an extension
  std::set<std::string, std::less<>> sections_;
};

/// The canonical URLs on the same site that a fetched page links to: in order, each once, without images and other
/// files.
std::vector<std::string> links_of_page(const store::Input& page);

/// Whether a link found on a page of a source leads to another of its articles.
bool looks_like_article(std::string_view link, const UrlRules& rules, const UrlShapes& shapes);

/// Whether a URL that a sitemap of the source's site names may be one of its older articles, which may be in new
/// folders beside or below those of the known ones.
bool looks_like_older(std::string_view url, std::string_view homepage, const UrlRules& rules, const UrlShapes& shapes);

} // namespace trawl::crawl
