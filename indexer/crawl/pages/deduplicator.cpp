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

// A key that so many share says nothing (a wall's text, a claim that a whole site makes), and would make folding slow.
constexpr std::size_t kMaxSharers = 100;

// Texts that enrich::compare calls the same have nearly all shingles in common; an estimate far below that settles it
// without reading the texts. The estimate's standard error is 0.0625.
constexpr double kLeastLikeness = 0.5;

std::uint64_t hashed_key(std::string_view kind, std::string_view text) {
  const auto digest = sha256(std::string(kind).append(text));
  std::uint64_t key = 0;
  std::memcpy(&key, digest.data(), sizeof key);
  return std::endian::native == std::endian::little ? key : std::byteswap(key);
}

std::uint64_t address_key(std::string_view url) { return hashed_key("address ", url::identity_key(url)); }

bool is_web_address(std::string_view address) { return address.starts_with("http"); }

std::vector<std::uint64_t> keys_of(const Made& made) {
  std::vector<std::uint64_t> keys;
  if (is_web_address(made.article.url)) keys.push_back(address_key(made.article.url));
  if (!made.claim.empty()) keys.push_back(address_key(made.claim));
  for (const auto key : enrich::band_keys(made.fingerprint)) {
    if (key != 0) keys.push_back(key);
  }
  if (made.fingerprint.shingles == 0) keys.push_back(hashed_key("text ", made.article.text));
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

/// A member with what folding reads of it.
struct Deduplicator::Piece {
  store::Member member;
  Article article;
  std::string address_id; // identity_key of where it was found
  std::optional<enrich::Fingerprint> fingerprint;

  bool is_same(const Piece& other) const {
    if (!address_id.empty() && address_id == other.address_id) return true;
    if (!share_a_key(member.keys, other.member.keys)) return false;
    if (fingerprint && other.fingerprint && fingerprint->shingles > 0 && other.fingerprint->shingles > 0 &&
        enrich::estimated_likeness(*fingerprint, *other.fingerprint) < kLeastLikeness) {
      return false;
    }
    return enrich::compare(article, other.article) != enrich::Sameness::Different;
  }
};

Result<Kept> Deduplicator::put(const store::Input& input, const Made& made) {
  store::Member member{.input = input.id,
                       .cluster = input.id,
                       .kind = static_cast<int>(input.kind),
                       .first_seen = input.first_seen,
                       .address = input.url,
                       .claim = made.claim,
                       .keys = keys_of(made),
                       .fingerprint = enrich::to_bytes(made.fingerprint),
                       .record = to_record(made.article),
                       .source = made.article.source,
                       .published =
                           made.article.published ? std::optional(made.article.published->time) : std::nullopt};
  TRAWL_TRY(const auto old, articles_.member(input.id));
  const auto facts = [](const store::Member& m) { return std::tie(m.record, m.claim, m.keys, m.source, m.published); };
  if (old && facts(*old) == facts(member)) {
    return Kept::Unchanged;
  }
  TRAWL_TRY(auto clusters, neighbours(member.keys));
  if (old) {
    TRAWL_TRY(const auto former, neighbours(old->keys));
    clusters.insert(former.begin(), former.end());
    clusters.insert(old->cluster);
    TRAWL_CHECK(articles_.remove_member(*old));
  }
  TRAWL_CHECK(articles_.save_member(member));
  clusters.insert(member.cluster);
  TRAWL_CHECK(refold(clusters));
  TRAWL_TRY(const auto shown, articles_.is_shown(input.id));
  return !shown ? Kept::Folded : old ? Kept::Replaced : Kept::Added;
}

Result<bool> Deduplicator::drop(std::int64_t input) {
  TRAWL_TRY(const auto old, articles_.member(input));
  if (!old) return false;
  TRAWL_TRY(auto clusters, neighbours(old->keys));
  clusters.insert(old->cluster);
  TRAWL_CHECK(articles_.remove_member(*old));
  TRAWL_CHECK(refold(clusters));
  return true;
}

Result<std::set<std::int64_t>> Deduplicator::neighbours(const std::vector<std::uint64_t>& keys) {
  std::set<std::int64_t> clusters;
  for (const auto key : keys) {
    TRAWL_TRY(const auto found, articles_.clusters_with_key(key, kMaxSharers));
    if (found) clusters.insert(found->begin(), found->end());
  }
  return clusters;
}

Result<std::vector<Deduplicator::Piece>> Deduplicator::load(const std::set<std::int64_t>& clusters) {
  std::vector<Piece> pieces;
  for (const auto cluster : clusters) {
    TRAWL_TRY(auto members, articles_.cluster(cluster));
    for (auto& member : members) {
      TRAWL_TRY(auto article, from_record(member.record));
      auto id = is_web_address(member.address) ? url::identity_key(member.address) : std::string();
      const auto fingerprint = enrich::fingerprint_from_bytes(member.fingerprint);
      pieces.push_back({std::move(member), std::move(article), std::move(id), fingerprint});
    }
  }
  std::ranges::sort(pieces, {}, [](const Piece& piece) { return piece.member.input; });
  return pieces;
}

Result<void> Deduplicator::refold(const std::set<std::int64_t>& clusters) {
  TRAWL_TRY(const auto pieces, load(clusters));
  std::vector<std::size_t> parents(pieces.size());
  std::iota(parents.begin(), parents.end(), std::size_t{0});
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (std::size_t j = i + 1; j < pieces.size(); ++j) {
      const auto a = root_of(parents, i), b = root_of(parents, j);
      if (a != b && pieces[i].is_same(pieces[j])) parents[std::max(a, b)] = std::min(a, b);
    }
  }
  std::set<std::string> before, after;
  for (const auto cluster : clusters) {
    TRAWL_TRY(const auto ids, articles_.published(cluster));
    before.insert(ids.begin(), ids.end());
  }
  std::map<std::int64_t, std::vector<const Piece*>> components; // by the smallest input: a name, nothing more
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const auto name = pieces[root_of(parents, i)].member.input;
    components[name].push_back(&pieces[i]);
    TRAWL_CHECK(articles_.set_cluster(pieces[i].member.input, name));
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

/// The page's claim if nobody else was found there or claims the same; else where it was found.
Result<std::string> Deduplicator::address_to_show(const Piece& shown, std::int64_t cluster) {
  const auto& found_at = shown.article.url;
  if (shown.member.claim.empty()) return found_at;
  TRAWL_TRY(const auto sharers, articles_.clusters_with_key(address_key(shown.member.claim), kMaxSharers));
  const bool is_ours = sharers && std::ranges::all_of(*sharers, [&](auto other) { return other == cluster; });
  return is_ours ? shown.member.claim : found_at;
}

Result<std::string> Deduplicator::publish(std::vector<const Piece*> pieces, std::int64_t cluster) {
  const auto is_claimed = [&](const Piece* piece) {
    return std::ranges::any_of(pieces, [&](const Piece* other) {
      return other != piece && !other->member.claim.empty() &&
             url::identity_key(other->member.claim) == piece->address_id;
    });
  };
  // A fetched page before a row before a feed's entry; the address that others claim; then the article's own rank.
  std::ranges::sort(pieces, [&](const Piece* a, const Piece* b) {
    const auto rank = [&](const Piece* piece) {
      return std::tuple(piece->address_id.empty(), piece->member.kind, !is_claimed(piece));
    };
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    if (enrich::is_shown_before(a->article, b->article)) return true;
    if (enrich::is_shown_before(b->article, a->article)) return false;
    return a->member.address < b->member.address;
  });
  const auto& shown = *pieces.front();
  auto article = shown.article;
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    enrich::fold_into(article, pieces[i]->article);
    article.indexed = std::min(article.indexed, pieces[i]->article.indexed);
  }
  TRAWL_TRY(article.url, address_to_show(shown, cluster));
  if (article.url != shown.article.url) {
    article.id = article_id(article.url);
    for (auto& copy : article.copies) {
      if (copy.url == shown.article.url) copy.url = article.url;
    }
  }
  const bool is_own = pieces.size() == 1 && article.url == shown.article.url;
  TRAWL_CHECK(articles_.publish(article, cluster, shown.member.input, is_own));
  return article.id;
}

} // namespace trawl::crawl
