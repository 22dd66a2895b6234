// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/deduplicator.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <numeric>
#include <tuple>

#include "indexer/enrich/fold_copies.h"
#include "shared/article/article_id.h"
#include "shared/article/article_record.h"
#include "shared/base/sha256.h"
#include "shared/url/canonical.h"

namespace trawl::crawl {
namespace {

// A key that so many members share (the text of a paywall, a canonical URL that a whole site states) does not identify
// an article, and would make folding slow.
constexpr std::size_t kMaxSharers = 100;

// Texts that enrich::compare considers the same have nearly all shingles in common. If the estimated similarity is far
// below that, the texts need not be compared. The standard error of the estimate is 0.0625.
constexpr double kMinSimilarity = 0.5;

std::uint64_t hashed_key(std::string_view kind, std::string_view text) {
  const auto digest = sha256(std::string(kind).append(text));
  std::uint64_t key = 0;
  std::memcpy(&key, digest.data(), sizeof key);
  return std::endian::native == std::endian::little ? key : std::byteswap(key);
}

std::uint64_t address_key(std::string_view url) { return hashed_key("address ", url::identity_key(url)); }

bool is_web_address(std::string_view address) { return address.starts_with("http"); }

std::vector<std::uint64_t> keys_of(const Extraction& extraction) {
  std::vector<std::uint64_t> keys;
  if (is_web_address(extraction.article.url)) keys.push_back(address_key(extraction.article.url));
  if (!extraction.claim.empty()) keys.push_back(address_key(extraction.claim));
  for (const auto key : enrich::band_keys(extraction.fingerprint)) {
    if (key != 0) keys.push_back(key);
  }
  if (extraction.fingerprint.shingles == 0) keys.push_back(hashed_key("text ", extraction.article.text));
  std::ranges::sort(keys);
  keys.erase(std::ranges::unique(keys).begin(), keys.end());
  return keys;
}

bool share_a_key(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i == *j) return true;
    *i < *j ? ++i : ++j;
  }
  return false;
}

std::size_t root_of(std::vector<std::size_t>& parents, std::size_t node) {
  while (parents[node] != node) node = parents[node] = parents[parents[node]];
  return node;
}

} // namespace

/// A member, decoded for comparison.
struct Deduplicator::Candidate {
  store::Member member;
  Article article;
  std::string url_key; // identity_key of where it was found; empty for imported text
  std::optional<enrich::Fingerprint> fingerprint;

  bool is_same(const Candidate& other) const {
    if (!url_key.empty() && url_key == other.url_key) return true;
    if (!share_a_key(member.keys, other.member.keys)) return false;
    if (fingerprint && other.fingerprint && fingerprint->shingles > 0 && other.fingerprint->shingles > 0 &&
        enrich::estimated_similarity(*fingerprint, *other.fingerprint) < kMinSimilarity) {
      return false;
    }
    return enrich::compare(article, other.article) != enrich::Sameness::Different;
  }
};

Result<PutOutcome> Deduplicator::put(const store::Input& input, const Extraction& extraction) {
  store::Member member{.input = input.id,
                       .cluster = input.id,
                       .kind = static_cast<int>(input.kind),
                       .first_seen = input.first_seen,
                       .address = input.url,
                       .claim = extraction.claim,
                       .keys = keys_of(extraction),
                       .fingerprint = enrich::to_bytes(extraction.fingerprint),
                       .record = to_record(extraction.article),
                       .source = extraction.article.source,
                       .published = extraction.article.published ? std::optional(extraction.article.published->time)
                                                                 : std::nullopt};
  TRAWL_TRY(const auto old, members_.member(input.id));
  const auto identity = [](const store::Member& m) {
    return std::tie(m.record, m.claim, m.keys, m.source, m.published);
  };
  if (old && identity(*old) == identity(member)) {
    return PutOutcome::Unchanged;
  }
  TRAWL_TRY(auto clusters, neighbours(member.keys));
  if (old) {
    TRAWL_TRY(const auto former, neighbours(old->keys));
    clusters.insert(former.begin(), former.end());
    clusters.insert(old->cluster);
    TRAWL_CHECK(members_.remove_member(*old));
  }
  TRAWL_CHECK(members_.save_member(member));
  clusters.insert(member.cluster);
  TRAWL_CHECK(refold(clusters));
  TRAWL_TRY(const auto shown, articles_.is_shown(input.id));
  return !shown ? PutOutcome::Folded : old ? PutOutcome::Replaced : PutOutcome::Added;
}

Result<bool> Deduplicator::drop(std::int64_t input) {
  TRAWL_TRY(const auto old, members_.member(input));
  if (!old) return false;
  TRAWL_TRY(auto clusters, neighbours(old->keys));
  clusters.insert(old->cluster);
  TRAWL_CHECK(members_.remove_member(*old));
  TRAWL_CHECK(refold(clusters));
  return true;
}

Result<std::set<std::int64_t>> Deduplicator::neighbours(const std::vector<std::uint64_t>& keys) {
  std::set<std::int64_t> clusters;
  for (const auto key : keys) {
    TRAWL_TRY(const auto found, members_.clusters_with_key(key, kMaxSharers));
    if (found) clusters.insert(found->begin(), found->end());
  }
  return clusters;
}

Result<std::vector<Deduplicator::Candidate>> Deduplicator::load(const std::set<std::int64_t>& clusters) {
  std::vector<Candidate> candidates;
  for (const auto cluster : clusters) {
    TRAWL_TRY(auto members, members_.cluster(cluster));
    for (auto& member : members) {
      TRAWL_TRY(auto article, from_record(member.record));
      auto id = is_web_address(member.address) ? url::identity_key(member.address) : std::string();
      const auto fingerprint = enrich::fingerprint_from_bytes(member.fingerprint);
      candidates.push_back({std::move(member), std::move(article), std::move(id), fingerprint});
    }
  }
  std::ranges::sort(candidates, {}, [](const Candidate& candidate) { return candidate.member.input; });
  return candidates;
}

Result<void> Deduplicator::refold(const std::set<std::int64_t>& clusters) {
  TRAWL_TRY(const auto candidates, load(clusters));
  std::vector<std::size_t> parents(candidates.size());
  std::iota(parents.begin(), parents.end(), std::size_t{0});
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    for (std::size_t j = i + 1; j < candidates.size(); ++j) {
      const auto a = root_of(parents, i), b = root_of(parents, j);
      if (a != b && candidates[i].is_same(candidates[j])) parents[std::max(a, b)] = std::min(a, b);
    }
  }
  std::set<std::string> before, after;
  for (const auto cluster : clusters) {
    TRAWL_TRY(const auto ids, articles_.published(cluster));
    before.insert(ids.begin(), ids.end());
  }
  std::map<std::int64_t, std::vector<const Candidate*>> components; // named by their smallest input
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const auto name = candidates[root_of(parents, i)].member.input;
    components[name].push_back(&candidates[i]);
    TRAWL_CHECK(members_.set_cluster(candidates[i].member.input, name));
  }
  for (auto& [cluster, component] : components) {
    TRAWL_TRY(auto id, publish(std::move(component), cluster));
    after.insert(std::move(id));
  }
  for (const auto& id : before) {
    if (!after.contains(id)) TRAWL_CHECK(articles_.retract(id));
  }
  return {};
}

/// The URL that the page states as its own, unless another cluster has that URL; else where the page was found.
Result<std::string> Deduplicator::url_to_show(const Candidate& shown, std::int64_t cluster) {
  const auto& found_at = shown.article.url;
  if (shown.member.claim.empty()) return found_at;
  TRAWL_TRY(const auto sharers, members_.clusters_with_key(address_key(shown.member.claim), kMaxSharers));
  const bool is_ours = sharers && std::ranges::all_of(*sharers, [&](auto other) { return other == cluster; });
  return is_ours ? shown.member.claim : found_at;
}

Result<std::string> Deduplicator::publish(std::vector<const Candidate*> candidates, std::int64_t cluster) {
  const auto is_claimed = [&](const Candidate* candidate) {
    return std::ranges::any_of(candidates, [&](const Candidate* other) {
      return other != candidate && !other->member.claim.empty() &&
             url::identity_key(other->member.claim) == candidate->url_key;
    });
  };
  // A fetched page before an imported row before a feed entry; then the URL that others state as canonical; then the
  // article's own rank.
  std::ranges::sort(candidates, [&](const Candidate* a, const Candidate* b) {
    const auto rank = [&](const Candidate* candidate) {
      return std::tuple(candidate->url_key.empty(), candidate->member.kind, !is_claimed(candidate));
    };
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    if (enrich::is_shown_before(a->article, b->article)) return true;
    if (enrich::is_shown_before(b->article, a->article)) return false;
    return a->member.address < b->member.address;
  });
  const auto& shown = *candidates.front();
  auto article = shown.article;
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    enrich::fold_into(article, candidates[i]->article);
    article.indexed = std::min(article.indexed, candidates[i]->article.indexed);
  }
  TRAWL_TRY(article.url, url_to_show(shown, cluster));
  if (article.url != shown.article.url) {
    article.id = article_id(article.url);
    for (auto& copy : article.copies) {
      if (copy.url == shown.article.url) copy.url = article.url;
    }
  }
  const bool is_own = candidates.size() == 1 && article.url == shown.article.url;
  TRAWL_CHECK(articles_.publish(article, cluster, shown.member.input, is_own));
  return article.id;
}

} // namespace trawl::crawl
