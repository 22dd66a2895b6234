// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/identity/candidate.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

#include "indexer/enrich/facts.h"
#include "indexer/enrich/fold_copies.h"
#include "indexer/store/input_store.h"
#include "shared/article/article_record.h"
#include "shared/article/speaker.h"
#include "shared/base/sha256.h"
#include "shared/url/canonical.h"

namespace trawl::identity {
namespace {

// Texts that enrich::compare considers the same have nearly all shingles in common. If the estimated similarity is far
// below that, the texts need not be compared. The standard error of the estimate is 0.0625.
constexpr double kMinSimilarity = 0.5;

std::uint64_t hash_of(const std::string& text) {
  const auto digest = sha256(text);
  std::uint64_t key = 0;
  std::memcpy(&key, digest.data(), sizeof key);
  return std::endian::native == std::endian::little ? key : std::byteswap(key);
}

std::vector<std::uint64_t> sorted(std::vector<std::uint64_t> keys) {
  std::ranges::sort(keys);
  keys.erase(std::ranges::unique(keys).begin(), keys.end());
  return keys;
}

/// Those of equal titles and nearly equal texts of one source have one in common. An imported row has none: what is
/// exported as two articles is two.
std::vector<std::uint64_t> text_keys_of(const Candidate& one) {
  std::vector<std::uint64_t> keys;
  if (one.member.kind == static_cast<int>(store::InputKind::Row) || one.article.text.empty()) return keys;
  const std::string named = "text " + one.member.source + '\n' + enrich::bare(one.article.title) + '\n';
  if (one.fingerprint.shingles == 0) return {hash_of(named + one.article.text)};
  const auto of_title = hash_of(named);
  for (const auto band : enrich::band_keys(one.fingerprint)) keys.push_back(of_title ^ band);
  return sorted(std::move(keys));
}

/// What its page states, where its address redirects, and what an exported article had as its own.
std::vector<std::string> addresses_led_to(const Candidate& one) {
  std::vector<std::string> addresses = one.article.aliases;
  addresses.push_back(one.member.claim);
  addresses.push_back(one.member.moved_to);
  std::erase_if(addresses, [](const std::string& address) { return !is_web_address(address); });
  return addresses;
}

bool share_a_key(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  std::vector<std::uint64_t> common;
  std::ranges::set_intersection(a, b, std::back_inserter(common));
  return !common.empty();
}

bool is_at(const std::string& stated, const std::string& place) { return !stated.empty() && stated == place; }

bool have_same_text(const Candidate& a, const Candidate& b) {
  const auto said = [](const Article& one) { return std::tie(one.language, one.title, one.text); };
  if (said(a.article) == said(b.article)) return true;
  const bool can_tell = a.fingerprint.shingles > 0 && b.fingerprint.shingles > 0;
  if (can_tell && enrich::estimated_similarity(a.fingerprint, b.fingerprint) < kMinSimilarity) return false;
  return enrich::compare(a.article, b.article) != enrich::Sameness::Different;
}

/// Of two, one of which redirects to the other, or both to a third. What was one article may have been edited further.
bool is_one_moved(const Candidate& a, const Candidate& b) {
  return a.member.cluster == b.member.cluster || enrich::is_later_version(a.article, b.article);
}

/// Whether one owner has both, or their source has moved one to the other.
bool are_of_one_owner(const Candidate& a, const Candidate& b) {
  const bool is_moved = is_at(a.moved_to, b.place) || is_at(b.moved_to, a.place);
  return owner_of(a.member) == owner_of(b.member) || (is_moved && a.member.source == b.member.source);
}

/// Of two places of one owner.
bool is_one_article(const Candidate& a, const Candidate& b) {
  if ((!a.moved_to.empty() || !b.moved_to.empty()) && a.current_place() == b.current_place() && is_one_moved(a, b))
    return true;
  const bool may_be_one = is_at(a.stated, b.place) || is_at(b.stated, a.place) || is_at(a.stated, b.stated) ||
                          share_a_key(a.text_keys, b.text_keys);
  return may_be_one && have_same_text(a, b);
}

/// Whether `other`, of another owner, is where the candidate's article is now, or what its page calls the original.
bool leads_to(const Candidate& candidate, const Candidate& other) {
  if (!other.is_present() || are_of_one_owner(candidate, other)) return false;
  if (is_at(candidate.moved_to, other.place)) return is_one_moved(candidate, other);
  return candidate.is_present() && is_at(candidate.stated, other.place) && have_same_text(candidate, other);
}

/// Whether `older`, of another owner, is what the candidate's source has had before under the same title.
bool repeats(const Candidate& candidate, const Candidate& older) {
  return candidate.is_present() && older.is_present() && !are_of_one_owner(candidate, older) &&
         share_a_key(candidate.text_keys, older.text_keys) && have_same_text(candidate, older);
}

/// Of what is at one address: a living one; a page before an imported row before a feed's entry; https; the shorter
/// spelling.
bool speaks_before(const Candidate* a, const Candidate* b) {
  const auto rank = [](const Candidate& one) {
    const std::string& address = one.member.address;
    return std::tuple(one.gone_since.has_value(), !one.moved_to.empty(), one.member.kind,
                      address.starts_with("http://"), address.size(), std::string_view(address));
  };
  return rank(*a) < rank(*b);
}

/// Takes what the article lacks from what was read elsewhere, and notes where that was said.
void take_facts(Article& article, const Article& other) {
  const auto fields = enrich::improve(article, other);
  for (Provenance& row : article.provenance) {
    if (std::ranges::find(fields, row.field) == fields.end()) continue;
    const Saying said = saying_of(row, other);
    row.from = said.from;
    set_speaker(row, article, said.source, said.address);
  }
}

/// The first is the oldest: what has a settled name, then what is at its source's own place. In which order a crawl has
/// fetched what is new does not matter.
std::tuple<std::int64_t, bool, std::string_view> age_of(const Candidate& one) {
  const auto named = one.names.empty() ? std::numeric_limits<std::int64_t>::max() : one.names.front().position;
  return {named, !one.member.tenant.empty(), one.place};
}

/// Disjoint sets, each named by its smallest member.
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

 private:
  std::vector<std::size_t> parents_;
};

/// Two that lead to each other are two articles, and what leads to a copy is one of its own.
void end_chains(std::vector<std::optional<std::size_t>>& leads) {
  const auto before = leads;
  for (std::size_t i = 0; i < leads.size(); ++i)
    if (before[i] && before[*before[i]]) leads[i].reset();
}

} // namespace

Candidate::Candidate(store::Member of, Article extracted, const enrich::Fingerprint& print)
    : member(std::move(of)), article(std::move(extracted)), fingerprint(print),
      place(is_web_address(member.address) ? url::identity_key(member.address) : member.address),
      moved_to(url::identity_key(member.moved_to)), stated(url::identity_key(member.claim)),
      gone_since(member.gone_since ? member.gone_since : article.gone_since) {
  text_keys = text_keys_of(*this);
  if (!text_keys.empty()) whole_text_key = hash_of("whole " + member.source + '\n' + enrich::bare(article.text));
}

Result<Candidate> Candidate::from(store::Member member) {
  TRAWL_TRY(auto article, from_record(member.record));
  const auto print = enrich::fingerprint(article.text);
  return Candidate(std::move(member), std::move(article), print);
}

std::vector<std::uint64_t> Candidate::keys() const {
  auto keys = text_keys;
  if (!keys.empty()) keys.push_back(whole_text_key);
  keys.push_back(place_key(member.address));
  for (const auto& address : addresses_led_to(*this)) keys.push_back(lead_key(address));
  return sorted(std::move(keys));
}

std::vector<std::uint64_t> Candidate::keys_of_others() const {
  auto keys = this->keys();
  std::erase(keys, whole_text_key); // another title is another article's
  keys.push_back(lead_key(member.address));
  for (const auto& address : addresses_led_to(*this)) keys.push_back(place_key(address));
  return sorted(std::move(keys));
}

std::vector<Group> groups_of(const std::vector<Candidate>& candidates) {
  std::map<std::string_view, Candidates> by_place;
  for (const auto& one : candidates) by_place[one.place].push_back(&one);
  std::vector<Candidates> places;
  for (auto& [place, there] : by_place) {
    std::ranges::sort(there, speaks_before);
    places.push_back(std::move(there));
  }
  std::ranges::sort(places, {}, [](const Candidates& there) { return age_of(*there.front()); });
  const auto speaker = [&](std::size_t place) -> const Candidate& { return *places[place].front(); };
  const auto count = places.size();
  std::vector<std::optional<std::size_t>> leads(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count && !leads[i]; ++j)
      if (leads_to(speaker(i), speaker(j))) leads[i] = j;
  }
  end_chains(leads);
  for (std::size_t i = 0; i < count; ++i) { // the oldest first
    for (std::size_t j = 0; j < i && !leads[i]; ++j)
      if (!leads[j] && repeats(speaker(i), speaker(j))) leads[i] = j;
  }
  end_chains(leads);
  Sets sets(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < i && !leads[i]; ++j) {
      const bool may_be_one = !leads[j] && sets.root_of(i) != sets.root_of(j);
      if (may_be_one && are_of_one_owner(speaker(i), speaker(j)) && is_one_article(speaker(i), speaker(j)))
        sets.join(i, j);
    }
  }
  std::map<std::size_t, Group> groups;
  for (std::size_t i = 0; i < count; ++i) {
    auto& group = groups[sets.root_of(leads[i].value_or(i))];
    std::ranges::copy(places[i], std::back_inserter(leads[i] ? group.leading : group.own));
  }
  std::vector<Group> out;
  for (auto& [root, group] : groups) out.push_back(std::move(group));
  return out;
}

std::vector<store::Name> names_of(const Candidates& candidates) {
  std::vector<store::Name> names;
  for (const auto* one : candidates) names.insert(names.end(), one->names.begin(), one->names.end());
  std::ranges::sort(names);
  return names;
}

void sort_by_rank(Candidates& own) {
  const auto names = names_of(own);
  const auto first_named = names.empty() ? 0 : names.front().input;
  const auto is_stated = [&](const Candidate* one) {
    return std::ranges::any_of(own, [&](const Candidate* other) { return is_at(other->stated, one->place); });
  };
  // A living one; one that is still at its address; the web before imported text; a fetched page before an imported row
  // before a feed entry; then the address under which the article is known; then one that is stated as canonical; then
  // the article's own rank.
  using Rank = std::tuple<bool, bool, bool, int, bool, bool>;
  std::map<const Candidate*, Rank> ranks;
  for (const auto* one : own) {
    ranks[one] = Rank(one->gone_since.has_value(), !one->moved_to.empty(), !is_web_address(one->member.address),
                      one->member.kind, one->member.input != first_named, !is_stated(one));
  }
  std::ranges::sort(own, [&](const Candidate* a, const Candidate* b) {
    if (ranks[a] != ranks[b]) return ranks[a] < ranks[b];
    if (a->place == b->place) return speaks_before(a, b);
    return enrich::is_shown_before(a->article, b->article);
  });
}

Article shown_article(const Group& group) {
  const Candidate& shown = *group.own.front();
  Article article = shown.article;
  article.gone_since = shown.gone_since;
  for (const auto* one : group.own) {
    article.gone_since =
        article.gone_since && one->gone_since ? std::max(article.gone_since, one->gone_since) : std::nullopt;
    article.indexed = std::min(article.indexed, one->article.indexed);
    if (one == &shown) continue;
    take_facts(article, one->article);
    // A further spelling of the address and an address that it has left are not copies.
    if (one->current_place() != shown.place) enrich::add_copy(article, one->article);
  }
  for (const auto* one : group.leading) enrich::add_copy(article, one->article);
  return article;
}

const std::string& owner_of(const store::Member& member) {
  return member.tenant.empty() ? member.source : member.tenant;
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

std::uint64_t place_key(std::string_view url) {
  return hash_of("at " + (is_web_address(url) ? url::identity_key(url) : std::string(url)));
}

std::uint64_t lead_key(std::string_view url) { return hash_of("to " + url::identity_key(url)); }

} // namespace trawl::identity
