// SPDX-License-Identifier: GPL-3.0-or-later
/// The vote for a page's title: the wording with the most weight wins.
#pragma once

#include "indexer/extract/metadata/signals/metadata_signals.h"
#include "indexer/extract/metadata/site_name.h"
#include "indexer/extract/metadata/title.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

class TitleVote {
 public:
  /// Both must outlive the vote. `has_feed`: then elements of the head that repeat one wording count as one signal,
  /// because a template fills them all from the same field.
  TitleVote(const MetadataSignals& signals, const SiteNames& site, bool has_feed = false)
      : signals_(signals), site_(site), repeated_share_(has_feed ? kRepeatedShare : 1.0) {}

  /// A candidate. `from` names the signal; `order` is the position of its heading, if it is one. Names of the site
  /// count a tenth.
  void add(std::string_view text, std::string_view from, double weight, std::size_t order = 0);

  /// A candidate from an element of the head. `whole` is its text, of which `text` is the part that may be the title.
  void add_of_head(std::string_view text, std::string_view whole, std::string_view from, double weight);

  /// A text that may contain the title and other words. Not a candidate, but it supports candidates it contains.
  void add_wrapped(std::string_view text, std::string_view from, double weight);

  /// Empty if there is no candidate.
  TitleChoice decide() const;

 private:
  struct Candidate {
    std::string text;
    std::string key; ///< wording_key(text)
    std::string from;
    double weight = 0;
    std::size_t order = 0;
    std::string origin; ///< wording key of the whole text of an element of the head
  };

  static constexpr double kRepeatedShare = 0.3; ///< of the weight of an element that repeats another

  double support(const Candidate& candidate) const;
  double weight_of_repetitions(const Candidate& candidate) const;
  TitleChoice choice_of(const Candidate& best) const;
  std::size_t order_of_wrapping_heading(std::string_view key) const;
  const std::string& commonest_spelling(const Candidate& best) const;

  const MetadataSignals& signals_;
  const SiteNames& site_;
  double repeated_share_;
  std::vector<Candidate> candidates_;
  std::vector<Candidate> wrapped_;
};

} // namespace trawl::extract
