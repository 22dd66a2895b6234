// SPDX-License-Identifier: GPL-3.0-or-later
/// Error pages that do not say so: some sites answer for a page that is gone with the status 200 and an apology, with
/// their home page, or with a redirect to either ("soft 404"). When an article's address answers with something else
/// than the article, an address beside it that nobody can have given out is requested, too (a probe). If both answer
/// alike, the article is not there. Nor is it if the addresses of different articles show alike pages, e.g. while a
/// site is closed. Else it was rewritten. After Bar-Yossef, Broder, Kumar and Tomkins, "Sic transit gloria telae",
/// 2004. Pure.
#pragma once

#include "indexer/crawl/pages/page_extraction.h"
#include "shared/article/article.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::crawl {

/// What an article's address answered instead of the article: a page, or a redirect.
struct Suspect {
  std::int64_t row = 0;
  std::optional<Job> page;
  std::string location; ///< canonical, if it is a redirect
  int hops = 0;
  std::set<std::int64_t> clusters = {}; ///< of the articles that were at the address, or at those that redirect to it
};

/// What a site answers where there is nothing.
struct ErrorAnswer {
  std::string location;            ///< canonical, if it redirects
  std::vector<Article> pages = {}; ///< those with text

  bool explains(const Suspect& suspect) const;
};

/// One per crawl.
class ErrorPages {
 public:
  /// Whether it is known what the folder of this URL answers.
  bool is_known(std::string_view url) const;

  /// Keeps the suspect, found at `url`. Returns the address to request for it, unless the answer of its folder is known
  /// or that was returned before.
  std::optional<std::string> hold(std::string_view url, Suspect suspect);
  /// The answer to the probe at `url`, nullopt if none came. Returns the suspects of its folder.
  std::vector<Suspect> take(std::string_view url, std::optional<ErrorAnswer> answer);
  /// Once all pages were looked at: returns all suspects that are left.
  std::vector<Suspect> take_all();
  /// Whether there is nothing at the suspect's address, `url`, as far as this crawl knows.
  bool is_error(std::string_view url, const Suspect& suspect) const;

 private:
  struct Folder {
    std::optional<ErrorAnswer> answer;
    std::vector<Suspect> waiting;
  };
  void add_repeated(const std::vector<Suspect>& suspects);

  std::map<std::string, Folder, std::less<>> folders_; ///< by URL up to the last slash before the page's name
  ErrorAnswer repeated_;                               ///< what is shown at the addresses of different articles
};

} // namespace trawl::crawl
