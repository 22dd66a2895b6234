// SPDX-License-Identifier: GPL-3.0-or-later
/// Articles that no entrance names any more, only other articles do: which of a page's links a first fill follows.
/// Pure.
#pragma once

#include "indexer/crawl/pages/url_rules.h"
#include "indexer/store/input_store.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::crawl {

/// The shape of a source's known articles, learned from what its entrances name: the folder they lie in, numbers aside,
/// and the kind of file. For sources whose catalogue entry has no pattern: a link out of an article of theirs may lead
/// anywhere on the site.
class UrlShapes {
 public:
  void learn(std::string_view url);

  /// Whether several known articles have the same shape. Articles at the root of a site have none: "/about" lies there
  /// too.
  bool admit(std::string_view url) const;

  /// A regular expression for addresses of the shapes that most known articles have, and for nothing else; empty if no
  /// shape is common.
  std::string pattern() const;

  /// Whether known articles lie below this address: it is the front page of their section then.
  bool is_section(std::string_view url) const;

 private:
  std::map<std::string, int, std::less<>> counts_;
  std::set<std::string, std::less<>> sections_;
};

/// The addresses a fetched page links to on its own site, canonical, each once, in order; none to files that are no
/// pages.
std::vector<std::string> links_of_page(const store::Input& page);

/// Whether a link found on an article of a source is to be followed as one more of its articles.
bool is_followed(std::string_view link, const UrlRules& rules, const UrlShapes& shapes);

} // namespace trawl::crawl
