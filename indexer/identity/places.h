// SPDX-License-Identifier: GPL-3.0-or-later
/// Whose an address is, and who may say what of it. A source's place are the hosts and folders that its row of the
/// catalogue names. There its lists state fields of an article (text, title, dates, authors, language, picture, tags).
/// From anywhere else a feed, a sitemap or a list is a link: a reason to look at the page, which speaks for itself.
/// What a feed, a redirect or a registrable domain says gives nobody a place. Pure.
#pragma once

#include "indexer/store/url_store.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::identity {

/// Copyable; may be asked by many threads.
class Places {
 public:
  /// A source and what its row names as its place: web addresses of a host or folder, which mean what is at them and
  /// below; with or without "www.", by http and https. In the order in which the user subscribed.
  void add(const std::string& source, const std::vector<std::string>& addresses);

  /// The source at whose place the address is; empty: it is at nobody's.
  std::string_view source_at(std::string_view address) const;

  /// Whether the address is at the source's place: at no longer one of another source, and at none that a source to
  /// which the user subscribed earlier names, too.
  bool may_state(std::string_view source, std::string_view address) const;

  /// Who has an address at nobody's place: "//" and its folder, which may be somebody's on a host of many. Else empty.
  std::string tenant(std::string_view source, std::string_view address) const;

  /// Whether the page at an address may state `claim` as its own: both are at the place of one source, or at nobody's
  /// in one folder, or there the page is below the claim. An address of another host only names the original.
  bool may_be_claimed(std::string_view claim, std::string_view address) const;

  using Links = std::vector<const store::DiscoveredLink*>;
  /// The links to an address: those of the source at whose place it is, then those of its user, then by the order in
  /// which crawls with them have ended, then by that of the subscriptions. Within one source, an entry of a feed before
  /// the date in a list.
  Links ranked(std::string_view address, const std::vector<store::DiscoveredLink>& links) const;
  /// Those of the source at whose place the address is.
  Links statements(std::string_view address, const std::vector<store::DiscoveredLink>& links) const;
  /// The source to which an address with these links belongs: that at whose place it is, else the one for which its
  /// user added it, else the one that named it first. Empty without links.
  std::string owner(std::string_view address, const std::vector<store::DiscoveredLink>& links) const;

  /// All that was added, a line for each source. Equal texts mean equal rights.
  std::string text() const;

 private:
  enum class Distance { AtPlace, Brought, Foreign };
  using Named = std::pair<const std::string, std::string>; ///< a place, as host and folder, and whose it is

  const Named* place_of(std::string_view address) const;
  std::size_t position(std::string_view source) const;

  std::vector<std::pair<std::string, std::vector<std::string>>> sources_; ///< with all that they name
  std::map<std::string, std::size_t, std::less<>> positions_;             ///< in `sources_`
  std::map<std::string, std::string, std::less<>> owners_;                ///< by place
};

} // namespace trawl::identity
