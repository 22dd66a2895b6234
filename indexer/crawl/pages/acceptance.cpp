// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/acceptance.h"

#include "indexer/crawl/pages/page_state.h"
#include "indexer/enrich/fold_copies.h"
#include "shared/base/sha256.h"
#include "shared/url/canonical.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <map>
#include <set>

namespace trawl::crawl {
namespace {

constexpr double kSameText = 0.85; // estimated: of near copies nearly all have more
constexpr std::size_t kManyAddresses = 3;
constexpr std::size_t kHeldShare = 3; // more than one of so many articles
constexpr std::size_t kLeastHeld = 2;
constexpr std::size_t kMostCompared = 100; // of those that have a title or a part of a text in common
constexpr double kBeginningShare = 0.6;    // of a beginning, before the words that ask the reader to subscribe

bool is_beginning(const Article& before, const Article& now) {
  return now.words > 0 && 2 * now.words < before.words && enrich::begins_with(before.text, now.text) &&
         enrich::containment(now.text, before.text).of_first >= kBeginningShare;
}

/// Of a text that is too short for shingles.
enrich::Fingerprint print_of(std::string_view text) {
  enrich::Fingerprint print;
  const auto hash = sha256(text);
  std::memcpy(print.values.data(), hash.data(), hash.size());
  return print;
}

bool was_seen_twice(const Showing& one) { return one.seen - one.since >= kNextLook; }

/// What pages have in common that show the same.
std::vector<std::uint64_t> keys_of(const Showing& one) {
  std::vector<std::uint64_t> keys;
  if (!one.title.empty()) keys.push_back(std::hash<std::string>{}(one.title));
  if (one.text.shingles == 0) keys.push_back(one.text.values[0]);
  for (const auto key : enrich::band_keys(one.text)) {
    if (key != 0) keys.push_back(key);
  }
  return keys;
}

/// Whether other addresses show the same as `one`, so that it is not the article of one address.
bool is_shared(const Showing& one, const std::vector<const Showing*>& others) {
  std::size_t addresses = 1; // those that state one address as theirs are one
  for (const Showing* other : others) {
    const bool is_odd =
        one.change == Change::Unlike || other->change == Change::Unlike || other->change == Change::None;
    if (is_odd && one.is_alike(*other)) return true;
    const bool is_rewritten = one.change == Change::Rewrite || other->change == Change::Rewrite;
    if (is_rewritten && one.has_text_of(*other)) return true;
    const bool is_one = !one.stated.empty() && one.stated == other->stated;
    // New articles may have much in common, such as notes on releases, but not their titles.
    const bool are_new = one.change == Change::First && other->change == Change::First;
    addresses += !is_one && one.has_text_of(*other) && (!are_new || one.title == other->title) ? 1 : 0;
  }
  return addresses >= kManyAddresses;
}

} // namespace

Change change_of(const Article& before, const Article& now) {
  if (now.text.empty()) return Change::Unlike;
  if (now.text == before.text && now.title == before.title) return Change::None;
  if (is_beginning(before, now)) return Change::Beginning;
  if (enrich::share_half(before.text, now.text)) return Change::Edit;
  return enrich::is_later_version(before, now) ? Change::Rewrite : Change::Unlike;
}

bool is_another_text(Change change) { return change == Change::Unlike || change == Change::Rewrite; }

Change less_of(Change a, Change b) {
  constexpr std::array kBySize{Change::None,    Change::Edit,   Change::Beginning,
                               Change::Rewrite, Change::Unlike, Change::First};
  return *std::ranges::find_if(kBySize, [&](Change one) { return one == a || one == b; });
}

Showing Showing::of(std::int64_t url, Change change, const identity::ExtractedArticle& extracted, Moment now) {
  const Article& article = extracted.article;
  Showing showing{.url = url,
                  .change = change,
                  .since = now,
                  .seen = now,
                  .title = article.title,
                  .stated = extracted.claim,
                  .text = {}};
  showing.text = extracted.fingerprint.shingles > 0 ? extracted.fingerprint : enrich::fingerprint(article.text);
  if (showing.text.shingles == 0) showing.text = print_of(article.text);
  return showing;
}

Showing Showing::leading_to(std::int64_t url, const std::string& location, Moment now) {
  Showing showing{
      .url = url, .change = Change::Unlike, .since = now, .seen = now, .title = {}, .stated = {}, .text = {}};
  const auto key = url::identity_key(location);
  showing.text = print_of(key.substr(0, key.find('?')));
  return showing;
}

bool Showing::has_text_of(const Showing& other) const {
  if (text.shingles == 0 || other.text.shingles == 0) return text == other.text;
  return enrich::estimated_similarity(text, other.text) >= kSameText;
}

bool Showing::is_alike(const Showing& other) const {
  return (!title.empty() && title == other.title) || has_text_of(other);
}

bool is_much_of(std::size_t changes, std::size_t articles) {
  return changes >= kLeastHeld && changes * kHeldShare > articles;
}

std::vector<Belief> believe(const std::vector<Showing>& showings, std::size_t articles) {
  std::map<std::uint64_t, std::vector<std::size_t>> by_key;
  for (std::size_t i = 0; i < showings.size(); ++i) {
    for (const auto key : keys_of(showings[i])) by_key[key].push_back(i);
  }
  std::vector<Belief> beliefs(showings.size(), Belief::Believed);
  std::size_t changed = 0, confirmed = 0;
  for (std::size_t i = 0; i < showings.size(); ++i) {
    const Showing& one = showings[i];
    std::set<std::size_t> near;
    for (const auto key : keys_of(one)) {
      const auto& sharers = by_key[key];
      near.insert(sharers.begin(),
                  sharers.begin() + static_cast<std::ptrdiff_t>(std::min(sharers.size(), kMostCompared)));
    }
    near.erase(i);
    std::vector<const Showing*> others;
    for (const auto other : near) others.push_back(&showings[other]);
    if (one.change == Change::Beginning) {
      beliefs[i] = Belief::Beginning;
    } else if (is_shared(one, others)) {
      beliefs[i] = Belief::Shared;
    } else if (is_another_text(one.change) && !one.is_new && !was_seen_twice(one)) {
      beliefs[i] = Belief::OnSecondDay;
    } else if (one.change != Change::First) {
      ++changed;
      confirmed += was_seen_twice(one) ? 1 : 0;
    }
  }
  const bool is_held = is_much_of(changed, articles) && confirmed < kLeastHeld;
  for (std::size_t i = 0; is_held && i < showings.size(); ++i) {
    const bool waits =
        showings[i].change != Change::First && beliefs[i] == Belief::Believed && !was_seen_twice(showings[i]);
    if (waits) beliefs[i] = Belief::OnSecondDay;
  }
  return beliefs;
}

} // namespace trawl::crawl
