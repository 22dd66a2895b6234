// SPDX-License-Identifier: GPL-3.0-or-later
/// The vote for a page's authors: the list of names with the most weight wins.
#pragma once

#include "indexer/extract/metadata/authors/authors.h"
#include "indexer/extract/metadata/authors/byline.h"
#include "indexer/extract/metadata/site_name.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

class AuthorVote {
 public:
  /// `site` must outlive the vote.
  explicit AuthorVote(const SiteNames& site) : site_(site) {}

  /// A candidate. `from` names the signal. The site's own name is dropped if there are other names; candidates with
  /// only organisations count less. Bylines without authors are ignored.
  void add(Byline byline, std::string_view from, double weight);

  /// Empty if there is no candidate. Affiliations may come from another signal that names the same authors.
  AuthorChoice decide() const;

 private:
  struct Candidate {
    Byline byline;
    std::string from;
    double weight = 0;
    std::set<std::string> keys; ///< wording keys of the authors
  };

  void drop_site(Byline& byline) const;
  double support(const Candidate& candidate) const;

  const SiteNames& site_;
  std::vector<Candidate> candidates_;
};

} // namespace trawl::extract
