// SPDX-License-Identifier: GPL-3.0-or-later
/// Who may say what. A source states fields of an article (text, title, dates, authors, language, picture, tags) only
/// of addresses on its own site. From anywhere else a feed, a sitemap or a list is a link: a reason to look at the
/// page, which speaks for itself. Pure.
#pragma once

#include "indexer/store/url_store.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::identity {

/// The sources that are known, and their sites.
class Speakers {
 public:
  /// `seeds`: the addresses of its feeds, sitemaps and lists. What the catalogue says, not what a feed says of itself.
  void add(const std::string& source, std::string_view homepage, const std::vector<std::string>& seeds);

  /// Whether the address is on the source's own site: on the registrable domain of its homepage, unless another
  /// source's homepage is nearer above the address; or on that of a seed, if it is no other source's.
  bool may_state(std::string_view source, std::string_view address) const;

  /// What sources of one homepage have in common when they speak of an address on its site; empty if there are no such.
  std::string voice(std::string_view source, std::string_view address) const;

  /// Whether the same homepage, or none, is the nearest above two addresses of one site.
  bool share_home(std::string_view address, std::string_view other) const;

  /// The links to an address, those first whose source has more to say about it: on its own site; asked for by hand; in
  /// the order in which crawls with them have ended. Within one source, an entry of a feed before the date in a list.
  std::vector<const store::DiscoveredLink*> ranked(std::string_view address,
                                                   const std::vector<store::DiscoveredLink>& links) const;
  /// The source to which an address with these links belongs; empty if there are none.
  std::string owner(std::string_view address, const std::vector<store::DiscoveredLink>& links) const;

  /// All that was added, a line for each source; `from_text` reads it back.
  const std::string& text() const { return text_; }
  static Speakers from_text(std::string_view text);

 private:
  std::string nearest_area(std::string_view address) const;

  struct Home {
    std::string site, area; ///< the registrable domain; host and path
  };
  std::string text_;
  std::map<std::string, Home, std::less<>> homes_;                     ///< by source
  std::map<std::string, std::set<std::string>, std::less<>> areas_;    ///< of the homepages, by site
  std::map<std::string, std::set<std::string>, std::less<>> by_seeds_; ///< sources, by the site of a seed or homepage
};

} // namespace trawl::identity
