// SPDX-License-Identifier: GPL-3.0-or-later
/// Whether what an address shows is believed. A site may show a check for robots, a login, a notice or somebody else's
/// page with the status 200, at one address or at all. So a page that is unlike the article that was there replaces it
/// when it was seen on two days and no other address of the source shows the same; and a text that several addresses
/// of a source newly show is none of its articles. Pure.
#pragma once

#include "indexer/enrich/fingerprint.h"
#include "indexer/identity/candidate.h"
#include "shared/article/article.h"
#include "shared/base/date_time.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace trawl::crawl {

/// How a page differs from the article that was at its address. Stored as a number: append only.
enum class Change : std::uint8_t {
  None,      ///< same title, same text; of a showing: it was shown there, and was no article
  Edit,      ///< a later version of the article
  Beginning, ///< the first words of the article alone, as before a wall
  Unlike,    ///< something else, or nothing to read
  First,     ///< there was no article
  Rewrite    ///< another text under the title of the article
};

/// `now`: what the page shows; its text is empty if there is none.
Change change_of(const Article& before, const Article& now);

/// Whether the text is another one, under the same title or not.
bool is_another_text(Change change);

/// Of two changes the one that leaves more of an article.
Change less_of(Change a, Change b);

/// What an address of a source shows.
struct Showing {
  std::int64_t url = 0; ///< id of its UrlRow
  Change change = Change::First;
  bool is_new = false; ///< what was there was seen only once
  Moment since{}, seen{};
  std::string title;
  std::string stated;       ///< the address that the page states as its own; empty: none
  enrich::Fingerprint text; ///< of a text too short for one, its hash in the place of the values

  /// Of `now`, seen now.
  static Showing of(std::int64_t url, Change change, const identity::ExtractedArticle& extracted, Moment now);
  /// Of a redirect that is not followed: where it leads, without a query, stands for the text.
  static Showing leading_to(std::int64_t url, const std::string& location, Moment now);

  /// Whether it is what a new page shows, and not believed.
  bool is_held() const { return change == Change::First && !is_new; }
  /// Whether it is what a new page shows, and believed until others show the same.
  bool is_provisional() const { return change == Change::First && is_new; }
  bool has_text_of(const Showing& other) const;
  /// The same text, or another one under the same title, as with a number in it.
  bool is_alike(const Showing& other) const;
};

enum class Belief : std::uint8_t {
  Believed,
  OnSecondDay, ///< not before it is seen again on another day
  Beginning,   ///< never: the article is longer
  Shared       ///< not while other addresses of the source show the same
};

/// Whether so many changes at once may be the weather of a site: more than a third of its articles, and at least two.
bool is_much_of(std::size_t changes, std::size_t articles);

/// What to believe of the pages of one source, which has `articles` articles: one belief for each. If much of it has
/// changed at once, that waits until two of the pages are seen so again on another day.
std::vector<Belief> believe(const std::vector<Showing>& showings, std::size_t articles);

} // namespace trawl::crawl
