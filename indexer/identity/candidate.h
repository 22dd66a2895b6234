// SPDX-License-Identifier: GPL-3.0-or-later
/// Which members are one article, and which only lead to an article of others. Pure.
///
/// Everything that was found at one address is one *place*, for which the best of it speaks. Places of one owner are
/// one article if their titles and texts are the same, or one states or redirects to the other. A place of another
/// owner is never part of it: it may only lead there, by its redirect or by stating it as the original, and has its
/// own article again when it does not.
#pragma once

#include "indexer/enrich/fingerprint.h"
#include "indexer/store/member_store.h"
#include "indexer/store/name_store.h"
#include "shared/article/article.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::identity {

/// What one raw input says about its article.
struct ExtractedArticle {
  Article article;    ///< `url` is where it was found; `copies` are the other sources that link to it
  std::string claim;  ///< the canonical URL that the page states, if credible
  std::string tenant; ///< whose it is, if not its source's (Places::tenant)
  enrich::Fingerprint fingerprint;
};

/// A member, decoded for comparison.
struct Candidate {
  store::Member member;
  Article article;
  enrich::Fingerprint fingerprint;      ///< of the text
  std::string place;                    ///< identity_key of where it was found; imported text without one has its own
  std::string moved_to;                 ///< the place to which that address redirects; else empty
  std::string stated;                   ///< the place that its page states as its own; else empty
  std::vector<std::uint64_t> text_keys; ///< by title and text
  std::uint64_t whole_text_key = 0;     ///< of its source's articles with this text, whatever their titles
  std::vector<store::Name> names;       ///< its settled ids, the oldest first; set by who compares several
  std::optional<Moment> gone_since;     ///< when it was withdrawn, as its web page or the export that it is from says

  Candidate(store::Member member, Article article, const enrich::Fingerprint& fingerprint);
  /// Malformed if the member's record cannot be read.
  static Result<Candidate> from(store::Member member);

  /// By which others find it: its place, where it leads and its text. Sorted, each once.
  std::vector<std::uint64_t> keys() const;
  /// The keys of those that may be one article with it, lead to it, or be where it leads.
  std::vector<std::uint64_t> keys_of_others() const;
  /// Where it is now.
  const std::string& current_place() const { return moved_to.empty() ? place : moved_to; }
  /// Whether it is there, and nowhere else.
  bool is_present() const { return !gone_since && moved_to.empty(); }
};

using Candidates = std::vector<const Candidate*>;

/// One article.
struct Group {
  Candidates own;     ///< of one owner; the first is shown
  Candidates leading; ///< of others, which have no article of their own while they lead here
};

/// The articles that these are. Apart from ties that were settled before, the order of the candidates does not matter.
/// Quadratic.
std::vector<Group> groups_of(const std::vector<Candidate>& candidates);

/// Sorts what is one article; the first is shown.
void sort_by_rank(Candidates& own);

/// The settled ids of several, the oldest first.
std::vector<store::Name> names_of(const Candidates& candidates);

/// The article that is shown, with the other addresses at which it is.
Article shown_article(const Group& group);

/// Whose it is: its source's, or at nobody's place that of whoever has the folder (Places::tenant). An id, a star or a
/// note never goes from one owner to another.
const std::string& owner_of(const store::Member& member);

bool is_web_address(std::string_view address);
bool are_on_one_host(std::string_view a, std::string_view b);

/// The canonical URL that a page states, if that is on its own host; else empty: nobody is shown at another's address.
std::string_view own_claim(const store::Member& member);

/// The key of what is found at an address; few members have it.
std::uint64_t place_key(std::string_view url);
/// The key of what redirects to an address, states it, or was exported with it.
std::uint64_t lead_key(std::string_view url);

} // namespace trawl::identity
