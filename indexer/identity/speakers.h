// SPDX-License-Identifier: GPL-3.0-or-later
/// Who may say what. A source states fields of an article (text, title, dates, authors, language, picture, tags) only
/// of addresses on its own site. From anywhere else a feed, a sitemap or a list is a link: a reason to look at the
/// page, which speaks for itself. Pure.
#pragma once

#include "indexer/store/url_store.h"

#include <map>
#include <memory>
#include <mutex>
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
  /// The sources in the order in which the user subscribed to them.
  void add(const std::string& source, std::string_view homepage, const std::vector<std::string>& seeds);

  /// A seed of the source was read: at its own site, or at another one that its address redirects to.
  void note_reading(std::string_view source, std::string_view seed, bool is_elsewhere);
  /// Whether that it was read elsewhere has been noted.
  bool leads_elsewhere(std::string_view source, std::string_view seed) const;

  /// Whether the address is on the source's own site: below its homepage and no other's that is nearer; or on the
  /// registrable domain of its homepage, on a host where no other source has one; or below the folder of a seed, which
  /// is not a whole host, if no other source has anything on that domain. A homepage does not count if that of another
  /// source, or on a further host the folder of a seed of that, is above or below it, and the other has more of its
  /// seeds there: one that was read there, or that may be. Anybody can name another's in a list of feeds, and an
  /// address there may lead anywhere.
  bool may_state(std::string_view source, std::string_view address) const;
  /// Whether the homepage of a known source counts.
  bool has_site(std::string_view source) const;

  /// Whose words those at an address are, if not the source's alone: those of all sources of one homepage, or, on
  /// another site, "//" and the folder there, which may be somebody's on a host of many. Else empty.
  std::string voice(std::string_view source, std::string_view address) const;

  /// Whether the page at an address may state `claim` as its own: both are below one homepage, or on a host that one
  /// source has for itself, or in one folder, or the page is below the claim. An address of another site only names the
  /// original.
  bool may_be_claimed(std::string_view claim, std::string_view address) const;

  using Links = std::vector<const store::DiscoveredLink*>;
  /// The links to an address, those first whose source has more to say about it: below its homepage; brought by the
  /// user; on the site of its homepage; in the order in which crawls with them have ended, then in that of the
  /// subscriptions. Within one source, an entry of a feed before the date in a list.
  Links ranked(std::string_view address, const std::vector<store::DiscoveredLink>& links) const;
  /// Those of the source that is ranked first, and of others with its homepage, if they may state something of the
  /// address.
  Links statements(std::string_view address, const std::vector<store::DiscoveredLink>& links) const;
  /// The source to which an address with these links belongs: the first of them that is more than a link from another
  /// site, else the source on whose site it is, else the first; empty if there are none.
  std::string owner(std::string_view address, const std::vector<store::DiscoveredLink>& links) const;

  /// All that was added, a line for each source; `from_text` reads it back. Equal texts mean equal rights.
  std::string text() const;
  static Speakers from_text(std::string_view text);

 private:
  enum class Distance { Below, Brought, OnSite, Foreign };
  enum class Reading { None, Here, Elsewhere };

  struct Seed {
    std::string url, site, folder; ///< the folder: host and path
    Reading reading = Reading::None;
  };
  struct Home {
    std::string url, site, area; ///< the registrable domain; host and path
    std::vector<Seed> seeds;
    std::size_t place = 0; ///< among the subscriptions
  };
  using Homes = std::vector<std::pair<std::string_view, const Home*>>; ///< with their sources

  static int standing(const Home& home);
  Homes sources_on(const std::string& site) const;
  Homes homes_on(const std::string& site) const;
  bool is_others(const Home& home) const;
  std::string nearest_area(std::string_view address) const;
  Distance distance(const store::DiscoveredLink& link, std::string_view address) const;
  const Home& home_of(std::string_view source) const;

  std::map<std::string, Home, std::less<>> homes_;                     ///< by source
  std::map<std::string, std::set<std::string>, std::less<>> by_sites_; ///< sources, by the site of a seed or homepage
};

/// Speakers that many threads ask while one of them notes what a crawl reads. Copies are the same speakers.
class SharedSpeakers {
 public:
  SharedSpeakers(Speakers first = {});

  std::shared_ptr<const Speakers> now() const;
  std::shared_ptr<const Speakers> operator->() const { return now(); }
  /// As Speakers::note_reading, where that takes a right away from the source, or gives one back that it lacks: those
  /// of all others stay as they were when the crawl began, whatever it reads first.
  void note_reading(std::string_view source, std::string_view seed, bool is_elsewhere) const;

 private:
  struct State {
    std::mutex mutex;
    std::shared_ptr<const Speakers> speakers;
  };
  std::shared_ptr<State> state_;
};

} // namespace trawl::identity
