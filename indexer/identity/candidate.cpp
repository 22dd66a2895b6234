// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/identity/candidate.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <numeric>
#include <tuple>

#include "indexer/enrich/facts.h"
#include "indexer/enrich/fold_copies.h"
#include "indexer/store/input_store.h"
#include "shared/article/article_id.h"
#include "shared/article/article_record.h"
#include "shared/article/speaker.h"
#include "shared/base/sha256.h"
#include "shared/url/canonical.h"

namespace trawl::identity {
namespace {

// Texts that enrich::compare considers the same have nearly all shingles in common. If the estimated similarity is far
// below that, the texts need not be compared. The standard error of the estimate is 0.0625.
constexpr double kMinSimilarity = 0.5;

std::uint64_t hashed_key(std::string_view kind, std::string_view text) {
  const auto digest = sha256(std::string(kind).append(text));
  std::uint64_t key = 0;
  std::memcpy(&key, digest.data(), sizeof key);
  return std::endian::native == std::endian::little ? key : std::byteswap(key);
}

bool share_a_key(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i == *j) return true;
    *i < *j ? ++i : ++j;
  }
  return false;
}

/// Where the member's article is now.
const std::string& place_of(const Candidate& candidate) {
  return candidate.moved_key.empty() ? candidate.url_key : candidate.moved_key;
}

/// Whether an exported article names the other's address as one of its own.
bool names(const Candidate& candidate, const Candidate& other) {
  return candidate.has_voice_of(other) &&
         std::ranges::find(candidate.article.aliases, other.member.address) != candidate.article.aliases.end();
}

/// Whether redirects or an export say that both are one article.
bool is_moved(const Candidate& a, const Candidate& b) {
  if (a.url_key.empty() || b.url_key.empty()) return false;
  const bool are_linked = !(a.moved_key.empty() && b.moved_key.empty()) && place_of(a) == place_of(b);
  if (!are_linked && !names(a, b) && !names(b, a)) return false;
  const bool was_known = a.member.cluster == b.member.cluster; // then it may have been edited further
  return was_known || enrich::is_later_version(a.article, b.article);
}

/// Whether an exported article contains a copy from the other's source under a title that the other does not have. The
/// export then listed two articles, because that copy and the other differ.
bool holds_another(const Candidate& candidate, const Candidate& other) {
  const auto is_row = [](const Candidate& one) { return one.member.kind == static_cast<int>(store::InputKind::Row); };
  return is_row(candidate) && is_row(other) && std::ranges::any_of(candidate.article.copies, [&](const Copy& copy) {
           return copy.source == other.article.source && !copy.title.empty() &&
                  !enrich::titles_agree(copy.title, other.article.title);
         });
}

/// Whether `other` is another spelling of the candidate's address, and a better one: https, then the shorter one.
bool is_better_spelling(const Candidate& other, const Candidate& candidate) {
  const auto rank = [](const Candidate& one) {
    const std::string& address = one.member.address;
    return std::tuple(address.starts_with("http://"), address.size(), std::string_view(address));
  };
  return !candidate.url_key.empty() && other.url_key == candidate.url_key &&
         other.member.kind == candidate.member.kind && rank(other) < rank(candidate);
}

/// Takes what the article lacks from a copy, and notes where it was said.
void take_facts(Article& article, const Article& other) {
  const auto fields = enrich::improve(article, other, enrich::Relation::Copy);
  for (Provenance& row : article.provenance) {
    if (std::ranges::find(fields, row.field) == fields.end()) continue;
    const Saying said = saying_of(row, other);
    row.from = said.from;
    set_speaker(row, article, said.source, said.address);
  }
}

/// Disjoint sets of candidates, each named by its smallest member.
class Sets {
 public:
  explicit Sets(std::size_t count) : parents_(count) { std::iota(parents_.begin(), parents_.end(), std::size_t{0}); }

  std::size_t root_of(std::size_t node) {
    while (parents_[node] != node) node = parents_[node] = parents_[parents_[node]];
    return node;
  }
  void join(std::size_t a, std::size_t b) {
    const auto first = root_of(a), second = root_of(b);
    parents_[std::max(first, second)] = std::min(first, second);
  }
  std::vector<std::size_t> roots() {
    std::vector<std::size_t> roots;
    for (std::size_t i = 0; i < parents_.size(); ++i) roots.push_back(root_of(i));
    return roots;
  }

 private:
  std::vector<std::size_t> parents_;
};

using Group = std::vector<std::size_t>;

/// Whether all candidates at the place of `a` are apart from `b`: at another spelling of an address the title may be an
/// older one.
bool is_place_apart(const Candidate& a, const Candidate& b, const Group& group,
                    const std::vector<Candidate>& candidates) {
  return std::ranges::all_of(
      group, [&](std::size_t one) { return !candidates[one].is_at_place_of(a) || candidates[one].is_apart(b); });
}

bool has_two_articles(const Group& group, const std::vector<Candidate>& candidates) {
  for (std::size_t i = 0; i < group.size(); ++i) {
    for (std::size_t j = i + 1; j < group.size(); ++j) {
      const auto &a = candidates[group[i]], &b = candidates[group[j]];
      if (a.is_apart(b) && is_place_apart(a, b, group, candidates) && is_place_apart(b, a, group, candidates))
        return true;
    }
  }
  return false;
}

/// Joins the closest pairs first, and skips pairs that would fold two articles of one source.
void join_again(const Group& group, const std::vector<Candidate>& candidates, Sets& sets) {
  struct Pair {
    int distance;
    std::string_view first, second; // addresses, so that the order of the candidates does not matter
    std::size_t i, j;
  };
  std::vector<Pair> pairs;
  for (const auto i : group) {
    for (const auto j : group) {
      const std::string_view first = candidates[i].member.address, second = candidates[j].member.address;
      if (std::tie(first, i) >= std::tie(second, j) || !candidates[i].is_same(candidates[j])) continue;
      pairs.push_back({candidates[i].distance(candidates[j]), first, second, i, j});
    }
  }
  std::ranges::sort(pairs, [](const Pair& a, const Pair& b) {
    return std::tie(a.distance, a.first, a.second, a.i, a.j) < std::tie(b.distance, b.first, b.second, b.i, b.j);
  });
  for (const Pair& pair : pairs) {
    const auto first = sets.root_of(pair.i), second = sets.root_of(pair.j);
    Group joined;
    std::ranges::copy_if(group, std::back_inserter(joined), [&](std::size_t one) {
      const auto root = sets.root_of(one);
      return root == first || root == second;
    });
    if (!has_two_articles(joined, candidates)) sets.join(first, second);
  }
}

/// Whether its source has moved one to the other's address.
bool has_moved(const store::Member& from, const store::Member& to) {
  return !from.moved_to.empty() && from.moved_to == to.address && from.source == to.source;
}

} // namespace

Candidate::Candidate(store::Member of, Article extracted, const enrich::Fingerprint& print)
    : member(std::move(of)), article(std::move(extracted)), fingerprint(print),
      moved_key(url::identity_key(member.moved_to)), keys(keys_of(article, print, own_claim(member), member.moved_to)),
      gone_since(member.gone_since ? member.gone_since : article.gone_since) {
  if (is_web_address(member.address)) url_key = url::identity_key(member.address);
}

Result<Candidate> Candidate::from(store::Member member) {
  TRAWL_TRY(auto article, from_record(member.record));
  const auto print = enrich::fingerprint(article.text);
  return Candidate(std::move(member), std::move(article), print);
}

Outline Candidate::outline() const {
  const std::uint64_t stated = member.claim.empty() ? 0 : address_key(member.claim);
  return {article.source, article.title, !moved_key.empty(), stated, keys.of_addresses};
}

/// As `Candidate::is_apart`: a redirect, an alias or a stated URL that connects two candidates is a key of both.
bool Outline::may_be_same(const Outline& other) const {
  if (has_moved || other.has_moved || share_a_key(address_keys, other.address_keys)) return true;
  if (source == other.source) return enrich::titles_agree(title, other.title);
  return std::ranges::binary_search(other.address_keys, stated) ||
         std::ranges::binary_search(address_keys, other.stated);
}

bool Candidate::claims(const Candidate& other) const {
  return !member.claim.empty() && url::identity_key(member.claim) == other.url_key;
}

int Candidate::distance(const Candidate& other) const {
  if (!url_key.empty() && url_key == other.url_key) return 0;
  if (is_moved(*this, other)) return 1;
  const bool is_stated = claims(other) || other.claims(*this);
  return is_stated || enrich::titles_agree(article.title, other.article.title) ? 2 : 3;
}

bool Candidate::has_voice_of(const Candidate& other) const {
  return are_of_voice(member, other.member) || (!url_key.empty() && url_key == other.url_key);
}

bool Candidate::may_speak_for(const Candidate& other) const {
  const bool is_of_site =
      url_key.empty() || other.url_key.empty() || url::site(member.address) == url::site(other.member.address);
  return (is_of_site && voice_of(member) == voice_of(other.member)) || has_moved(member, other.member);
}

bool Candidate::is_at_place_of(const Candidate& other) const {
  return url_key.empty() ? member.address == other.member.address : place_of(*this) == place_of(other);
}

bool Candidate::is_apart(const Candidate& other) const {
  const bool are_current = moved_key.empty() && other.moved_key.empty(); // a former title is not another article's
  return are_current && article.source == other.article.source && distance(other) == 3;
}

bool Candidate::is_same(const Candidate& other) const {
  if (!url_key.empty() && url_key == other.url_key) return true;
  // A copy elsewhere is an article of its own while the page that it is of is gone; what redirects there is not.
  const bool leads = !url_key.empty() && !other.url_key.empty() && place_of(*this) == place_of(other);
  if (!has_voice_of(other) && !leads && gone_since.has_value() != other.gone_since.has_value()) return false;
  if (!share_a_key(keys.of_addresses, other.keys.of_addresses) && !share_a_key(keys.of_text, other.keys.of_text))
    return false;
  if (is_moved(*this, other)) return true;
  // Two sources never share an article: a page alone can say that it is a copy, by its canonical address.
  if (article.source != other.article.source && !claims(other) && !other.claims(*this)) return false;
  if (is_apart(other)) return false;
  if (fingerprint.shingles > 0 && other.fingerprint.shingles > 0 &&
      enrich::estimated_similarity(fingerprint, other.fingerprint) < kMinSimilarity) {
    return false;
  }
  return enrich::compare(article, other.article) != enrich::Sameness::Different && !holds_another(*this, other) &&
         !holds_another(other, *this);
}

const std::string& voice_of(const store::Member& member) { return member.voice.empty() ? member.source : member.voice; }

bool are_of_voice(const store::Member& a, const store::Member& b) {
  return voice_of(a) == voice_of(b) || a.address == b.address || has_moved(a, b) || has_moved(b, a);
}

bool is_web_address(std::string_view address) { return address.starts_with("http"); }

bool are_on_one_host(std::string_view a, std::string_view b) {
  const auto host_of = [](std::string_view address) {
    auto key = url::identity_key(address);
    key.resize(std::min(key.find_first_of("/?"), key.size()));
    return key;
  };
  return host_of(a) == host_of(b);
}

std::string_view own_claim(const store::Member& member) {
  if (member.claim.empty()) return {};
  return are_on_one_host(member.claim, member.address) ? std::string_view(member.claim) : std::string_view();
}

std::uint64_t address_key(std::string_view url) { return hashed_key("address ", url::identity_key(url)); }

std::uint64_t exact_key(std::string_view url) { return hashed_key("exact ", url); }

Keys keys_of(const Article& article, const enrich::Fingerprint& fingerprint, std::string_view claim,
             std::string_view moved_to) {
  Keys keys;
  auto& addresses = keys.of_addresses;
  if (is_web_address(article.url)) addresses.push_back(address_key(article.url));
  for (const std::string_view address : {claim, moved_to}) {
    if (!address.empty()) addresses.push_back(address_key(address));
  }
  for (const auto& alias : article.aliases) {
    if (!is_web_address(alias)) continue;
    addresses.push_back(address_key(alias));
    addresses.push_back(exact_key(alias));
  }
  for (const auto key : enrich::band_keys(fingerprint)) {
    if (key != 0) keys.of_text.push_back(key);
  }
  // Titles alone, which many articles may share, make no article a copy of another.
  if (fingerprint.shingles == 0 && !article.text.empty()) keys.of_text.push_back(hashed_key("text ", article.text));
  for (auto* const one : {&addresses, &keys.of_text}) {
    std::ranges::sort(*one);
    one->erase(std::ranges::unique(*one).begin(), one->end());
  }
  return keys;
}

std::vector<std::size_t> clusters_of(const std::vector<Candidate>& candidates) {
  Sets connected(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    for (std::size_t j = i + 1; j < candidates.size(); ++j) {
      if (connected.root_of(i) != connected.root_of(j) && candidates[i].is_same(candidates[j])) connected.join(i, j);
    }
  }
  std::map<std::size_t, Group> groups;
  for (std::size_t i = 0; i < candidates.size(); ++i) groups[connected.root_of(i)].push_back(i);
  Sets sets(candidates.size());
  for (const auto& [root, group] : groups) {
    if (has_two_articles(group, candidates)) {
      join_again(group, candidates, sets);
    } else {
      for (const auto one : group) sets.join(root, one);
    }
  }
  return sets.roots();
}

void sort_by_rank(std::vector<const Candidate*>& candidates, const Candidate& leader, std::int64_t first_named) {
  const auto is_claimed = [&](const Candidate* candidate) {
    return std::ranges::any_of(candidates,
                               [&](const Candidate* other) { return other != candidate && other->claims(*candidate); });
  };
  const auto is_respelt = [&](const Candidate* candidate) {
    return std::ranges::any_of(candidates,
                               [&](const Candidate* other) { return is_better_spelling(*other, *candidate); });
  };
  // A living one; one of the leader's voice; an address that still holds the article; a fetched page before an imported
  // row before a feed entry; then the address under which the article is known; then one that others state as
  // canonical; then the article's own rank.
  using Rank = std::tuple<bool, bool, bool, bool, int, bool, bool, bool>;
  std::vector<std::pair<Rank, const Candidate*>> ranked;
  for (const Candidate* one : candidates) {
    ranked.push_back(
        {Rank(one->gone_since.has_value(), !one->has_voice_of(leader), !one->moved_key.empty(), one->url_key.empty(),
              one->member.kind, one->member.input != first_named, !is_claimed(one), is_respelt(one)),
         one});
  }
  std::ranges::sort(ranked, [](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first < b.first;
    if (enrich::is_shown_before(a.second->article, b.second->article)) return true;
    if (enrich::is_shown_before(b.second->article, a.second->article)) return false;
    return std::tie(a.second->member.address, a.second->member.kind) <
           std::tie(b.second->member.address, b.second->member.kind);
  });
  std::ranges::transform(ranked, candidates.begin(), [](const auto& row) { return row.second; });
}

Article folded(const std::vector<const Candidate*>& candidates) {
  const Candidate& shown = *candidates.front();
  Article article = shown.article;
  article.gone_since = shown.gone_since;
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    const Candidate& other = *candidates[i];
    article.gone_since =
        article.gone_since && other.gone_since ? std::max(article.gone_since, other.gone_since) : std::nullopt;
    // A further spelling of the address and an address it has left are not copies, unless another source has them.
    const bool is_same_place = !shown.url_key.empty() && place_of(other) == shown.url_key;
    if (!is_same_place || other.article.source != article.source) enrich::add_copy(article, other.article);
    if (other.may_speak_for(shown)) take_facts(article, other.article);
    article.indexed = std::min(article.indexed, other.article.indexed);
  }
  return article;
}

} // namespace trawl::identity
