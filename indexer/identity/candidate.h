// SPDX-License-Identifier: GPL-3.0-or-later
/// Candidates: members that may be the same article. Which are, which of them is shown, and what the others add to it.
/// Pure.
#pragma once

#include "indexer/enrich/fingerprint.h"
#include "indexer/store/member_store.h"
#include "shared/article/article.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::identity {

/// What one raw input says about its article.
struct ExtractedArticle {
  Article article; ///< `url` is where it was found; `copies` are the other sources that link to it
  std::string
      claim; ///< the canonical URL that the page states, if credible; on another host it only names the original
  std::string voice; ///< whose words it is, if not its source's alone (Places::voice)
  enrich::Fingerprint fingerprint;
};

/// Candidates without a common key are different articles. Each sorted, each key once.
struct Keys {
  std::vector<std::uint64_t> of_addresses; ///< where it is, was or says that it is
  std::vector<std::uint64_t> of_text;
};

/// What tells without a text that a candidate is not another one: a site may have thousands of near copies.
struct Outline {
  std::string source, title;
  bool has_moved = false;
  std::uint64_t stated = 0; ///< the address_key of the address that its page states, also on another host; 0: none
  std::vector<std::uint64_t> address_keys;

  /// Of two candidates that have a key of their texts in common.
  bool may_be_same(const Outline& other) const;
};

/// A member, decoded for comparison.
struct Candidate {
  store::Member member;
  Article article;
  enrich::Fingerprint fingerprint; ///< of the text
  std::string url_key;             ///< identity_key of where it was found; empty for imported text
  std::string moved_key;           ///< identity_key of where that address redirects to; else empty
  Keys keys;
  std::optional<Moment> gone_since; ///< when it was withdrawn, as its web page or the export that it is from says

  Candidate(store::Member member, Article article, const enrich::Fingerprint& fingerprint);
  /// Malformed if the member's record cannot be read.
  static Result<Candidate> from(store::Member member);

  /// Needs no text.
  Outline outline() const;
  /// Found at the same address, or one is the later version of the other, or the texts are the same and the titles of
  /// one source agree.
  bool is_same(const Candidate& other) const;
  /// Whether both are now at one address, or are the same imported text.
  bool is_at_place_of(const Candidate& other) const;
  /// Whether both are of one source and have titles that do not agree, and only their texts connect them.
  bool is_apart(const Candidate& other) const;
  /// Of two that are the same, how closely: 0 by their addresses, 1 by redirects, 2 by a stated URL or their titles, 3
  /// by their texts alone.
  int distance(const Candidate& other) const;
  /// Whether its page states the other's address as its canonical URL.
  bool claims(const Candidate& other) const;
  /// `are_of_voice`, also of two spellings of one address.
  bool has_voice_of(const Candidate& other) const;
  /// Whether its page may say what the other's lacks: both are of one voice and on one site, or its source has moved it
  /// to the other's address.
  bool may_speak_for(const Candidate& other) const;
  /// Whether it is there, and nowhere else.
  bool is_present() const { return !gone_since && moved_key.empty(); }
};

/// Who speaks: its source, or at nobody's place a folder (Places::voice).
const std::string& voice_of(const store::Member& member);

/// Whether both are of one voice, or at one address, or one's source has moved it to the other's. An id, a star or a
/// note never goes from one voice to another.
bool are_of_voice(const store::Member& a, const store::Member& b);

bool is_web_address(std::string_view address);
bool are_on_one_host(std::string_view a, std::string_view b);

/// The canonical URL that a page states, if that is on its own host; else empty: nobody writes at another's address.
std::string_view own_claim(const store::Member& member);

/// The key that members at the same address, or stating it, have in common.
std::uint64_t address_key(std::string_view url);

/// The key of an exported article that names `url`, in this spelling, as one of its own addresses.
std::uint64_t exact_key(std::string_view url);

/// The keys of an article at its own address.
Keys keys_of(const Article& article, const enrich::Fingerprint& fingerprint, std::string_view claim,
             std::string_view moved_to = {});

/// For each candidate, the index of the first candidate of its article. Candidates that are the same, directly or
/// through others, are one article, unless that would fold two articles of one source with different titles: a reprint
/// elsewhere may be a copy of either, and belongs to one of them. Apart from the indexes, the result does not depend on
/// the order of the candidates. Quadratic.
std::vector<std::size_t> clusters_of(const std::vector<Candidate>& candidates);

/// Sorts the members of one article; the first is shown, and is of the voice of `leader`. `first_named`: the input that
/// has the article's id, or 0.
void sort_by_rank(std::vector<const Candidate*>& candidates, const Candidate& leader, std::int64_t first_named);

/// The first candidate's article with what the others add: copies, sources, and facts that it lacks.
Article folded(const std::vector<const Candidate*>& candidates);

} // namespace trawl::identity
