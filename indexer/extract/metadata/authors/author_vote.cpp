// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/authors/author_vote.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "indexer/extract/metadata/authors/byline_names.h"
#include "indexer/extract/metadata/metadata_text.h"

namespace trawl::extract {
namespace {

constexpr std::size_t kMaxAuthors = 100;
constexpr double kOrganizationShare = 0.3; ///< of its weight that a candidate of organisations alone keeps
constexpr double kSameShare = 0.6;         ///< of the weight of a signal with the same authors
constexpr double kSubsetShare = 0.35;      ///< of the weight of a signal with some of the authors

} // namespace

void AuthorVote::add(Byline byline, std::string_view from, double weight) {
  drop_site(byline);
  if (byline.authors.empty()) return;
  if (byline.authors.size() > kMaxAuthors) byline.authors.resize(kMaxAuthors);
  Candidate candidate{std::move(byline), std::string(from), weight, {}};
  for (const std::string& author : candidate.byline.authors) candidate.keys.insert(wording_key(author));
  const bool are_organizations = std::ranges::all_of(candidate.byline.authors, [&](const std::string& author) {
    return is_organization(author) || site_.matches(author);
  });
  if (are_organizations) candidate.weight *= kOrganizationShare;
  candidates_.push_back(std::move(candidate));
}

AuthorChoice AuthorVote::decide() const {
  const Candidate* best = nullptr;
  double best_score = 0;
  for (const Candidate& candidate : candidates_) {
    const double score = support(candidate);
    if (best == nullptr || score > best_score) {
      best = &candidate;
      best_score = score;
    }
  }
  if (best == nullptr) return {};
  AuthorChoice choice{best->byline.authors, best->byline.affiliations, best->from};
  for (const Candidate& other : candidates_) {
    if (other.keys == best->keys && choice.affiliations.empty()) choice.affiliations = other.byline.affiliations;
  }
  return choice;
}

/// If there are people, the site's own name does not count as an author.
void AuthorVote::drop_site(Byline& byline) const {
  const auto is_site = [&](const std::string& author) { return site_.equals(author); };
  if (std::ranges::all_of(byline.authors, is_site)) return;
  std::erase_if(byline.authors, is_site);
}

double AuthorVote::support(const Candidate& candidate) const {
  double sum = candidate.weight;
  for (const Candidate& other : candidates_) {
    if (&other == &candidate || other.from == candidate.from) continue;
    if (other.keys == candidate.keys) {
      sum += kSameShare * other.weight;
    } else if (std::ranges::includes(candidate.keys, other.keys)) {
      sum += kSubsetShare * other.weight;
    }
  }
  return sum;
}

} // namespace trawl::extract
