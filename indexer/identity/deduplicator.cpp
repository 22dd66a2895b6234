// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/identity/deduplicator.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "indexer/enrich/facts.h"
#include "indexer/enrich/fold_copies.h"
#include "shared/article/article_id.h"
#include "shared/article/article_record.h"
#include "shared/article/speaker.h"

namespace trawl::identity {
namespace {

constexpr auto kPage = static_cast<int>(store::InputKind::Page);

/// The next one that is needed is read from the store. Exported rows may have titles and aliases of any size.
constexpr std::size_t kMostOutlineBytes = std::size_t{16} << 20;

std::vector<std::uint64_t> all_of(const Keys& keys) {
  auto all = keys.of_addresses;
  all.insert(all.end(), keys.of_text.begin(), keys.of_text.end());
  return all;
}

/// What the page itself has said: what lists say of it is read anew each time, and who may say it changes.
Article own_facts(const Article& article) {
  std::vector<std::string_view> fields;
  for (const Provenance& row : article.provenance) {
    const Saying said = saying_of(row, article);
    if (said.is_own && !is_of_feed(said.from)) fields.push_back(row.field);
  }
  return enrich::only(article, fields);
}

/// Whether the published article is the member's own, as `folded` and its name leave most.
bool is_unchanged(const Article& published, const Article& own) {
  return published.id == own.id && published.url == own.url && published.aliases == own.aliases &&
         published.copies == own.copies && published.gone_since == own.gone_since;
}

} // namespace

Result<Candidate> Deduplicator::candidate_of(const store::Input& input, const ExtractedArticle& extracted) {
  Article known = extracted.article;
  if (!input.kept.empty()) {
    TRAWL_TRY(const auto kept, from_record(input.kept));
    enrich::improve(known, own_facts(kept), enrich::Relation::Former);
  }
  store::Member member{.input = input.id,
                       .cluster = input.id,
                       .kind = static_cast<int>(input.kind),
                       .address = input.url,
                       .claim = extracted.claim,
                       .record = to_record(known),
                       .source = known.source,
                       .published = known.published ? std::optional(known.published->time) : std::nullopt,
                       .voice = extracted.voice};
  TRAWL_TRY(auto end, urls_.end_of(input.url));
  if (end != input.url) member.moved_to = std::move(end);
  return Candidate(std::move(member), std::move(known), extracted.fingerprint);
}

Result<PutOutcome> Deduplicator::put(const store::Input& input, const ExtractedArticle& extracted) {
  taken_over_ = 0;
  TRAWL_TRY(auto candidate, candidate_of(input, extracted));
  store::Member& member = candidate.member;
  TRAWL_TRY(const auto old, members_.member(input.id));
  if (old) {
    TRAWL_TRY(const auto first, members_.inputs_of(old->cluster));
    const bool is_first = std::ranges::find(first, input.id) != first.end();
    if (is_first) member.cluster = old->cluster;
  }
  const auto identity = [](const store::Member& m) {
    return std::tie(m.record, m.claim, m.source, m.published, m.moved_to, m.voice);
  };
  if (old && identity(*old) == identity(member)) return PutOutcome::Unchanged;
  TRAWL_TRY(auto clusters, connected(candidate));
  TRAWL_TRY(const auto leading, urls_.leading_to(input.url));
  for (const auto& address : leading) { // articles stating an address that redirects here
    TRAWL_CHECK(add_holders(address_key(address), clusters));
  }
  if (old) {
    if (old->claim != member.claim) TRAWL_CHECK(keep_claim(*old));
    TRAWL_TRY(const auto former, remove(*old));
    clusters.insert(former.begin(), former.end());
  }
  TRAWL_CHECK(members_.save_member(member, all_of(candidate.keys)));
  keep_outline(input.id, candidate.outline());
  TRAWL_CHECK(take_claimed(input.url, member, clusters));
  TRAWL_CHECK(take_claimed(std::string(own_claim(member)), member, clusters));
  TRAWL_CHECK(take_names(member, extracted.article));
  // Most imported rows: nothing that is stored has to do with them.
  TRAWL_TRY(const bool is_of_web, urls_.is_known(input.url));
  if (!old && clusters.size() == 1 && !is_of_web) {
    std::set<std::string> ids;
    TRAWL_CHECK(publish({&candidate}, member.cluster, ids));
    return ids.empty() ? PutOutcome::Folded : PutOutcome::Added;
  }
  std::set<std::int64_t> former; // of a new input: those whose articles were shown until now
  for (const auto cluster : old ? std::set<std::int64_t>{} : clusters) {
    TRAWL_TRY(const auto id, articles_.published(cluster));
    if (!id) continue;
    TRAWL_TRY(const auto article, articles_.find(*id));
    if (article) former.insert(article->member);
  }
  TRAWL_CHECK(refold(clusters));
  TRAWL_TRY(const auto shown, articles_.is_shown(input.id));
  if (!shown) return PutOutcome::Folded;
  if (old) return PutOutcome::Replaced;
  TRAWL_TRY(const auto now, members_.member(input.id));
  TRAWL_TRY(const auto mates, members_.inputs_of(now->cluster));
  const auto taken = std::ranges::find_if(mates, [&](std::int64_t mate) { return former.contains(mate); });
  if (taken == mates.end()) return PutOutcome::Added;
  TRAWL_TRY(const auto other, members_.member(*taken));
  if (other->source == member.source) return PutOutcome::Replaced;
  taken_over_ = *taken;
  return PutOutcome::Folded;
}

/// The name of the member's address, or of the one that its page states, if another has it only by a claim that ends
/// now. Adds the other's cluster to `clusters`.
Result<void> Deduplicator::take_claimed(const std::string& address, const store::Member& member,
                                        std::set<std::int64_t>& clusters) {
  const std::string id = article_id(address);
  TRAWL_TRY(const auto name, names_.claimed(id));
  if (!name || name->input == member.input) return {};
  TRAWL_TRY(const auto other, members_.member(name->input));
  const bool is_stated = name->claim == store::Claim::Stated;
  if (is_stated ? address != member.address : other && are_of_voice(*other, member)) return {};
  TRAWL_CHECK(names_.move(id, member.input));
  if (other) clusters.insert(other->cluster);
  TRAWL_TRY(const auto excluded, articles_.excluded(id)); // which was the other's article
  if (is_stated || !excluded) return {};
  TRAWL_CHECK(articles_.include(id));
  if (!other) return {};
  TRAWL_CHECK(names_.give(article_id(other->address), other->input));
  return articles_.exclude(article_id(other->address), other->input);
}

/// An exported article brings its names along, but none under which an article of another voice is shown. Names of
/// inputs at this address, or at one that redirects to it, lead here if those inputs are no longer articles.
Result<void> Deduplicator::take_names(const store::Member& member, const Article& article) {
  TRAWL_CHECK(names_.inherit(member.address, member.input));
  TRAWL_TRY(const auto leading, urls_.leading_to(member.address));
  for (const auto& address : leading) TRAWL_CHECK(inherit_from(address, member.input, article.source));
  if (article.id == article_id(member.address) && article.aliases.empty()) return {};
  const auto bring = [&](const std::string& id) -> Result<void> {
    TRAWL_TRY(const auto shown, articles_.find(id)); // whose name may not be settled yet
    TRAWL_TRY(const auto other, shown ? members_.member(shown->member) : std::optional<store::Member>());
    return other && !are_of_voice(*other, member) ? Result<void>{}
                                                  : names_.give(id, member.input, store::Claim::Brought);
  };
  TRAWL_CHECK(bring(article.id)); // first, so that it stays the article's id
  for (const auto& alias : article.aliases) {
    if (is_article_id(alias)) TRAWL_CHECK(bring(alias));
  }
  return {};
}

/// Names go along a redirect within a source.
Result<void> Deduplicator::inherit_from(std::string_view address, std::int64_t heir, const std::string& source) {
  TRAWL_TRY(const auto links, urls_.inlinks(address));
  const bool is_of_source =
      links.empty() || std::ranges::any_of(links, [&](const auto& link) { return link.source == source; });
  return is_of_source ? names_.inherit(address, heir) : Result<void>{};
}

/// The article was shown under the URL that its page stated. When the page stops stating that URL, it remains one of
/// the article's names, until another article is there, and unless another one states it too.
Result<void> Deduplicator::keep_claim(const store::Member& old) {
  const std::string claim(own_claim(old));
  if (claim.empty()) return {};
  TRAWL_TRY(const auto sharers, members_.clusters_with_key(address_key(claim), kMaxSharers));
  bool is_ours = sharers && std::ranges::all_of(*sharers, [&](auto one) { return one == old.cluster; });
  TRAWL_TRY(const auto end, urls_.end_of(claim));
  if (end != claim) { // it redirects to an article
    TRAWL_TRY(const auto there, members_.at(end));
    is_ours = is_ours && std::ranges::all_of(there, [&](const auto& one) { return one.cluster == old.cluster; });
  }
  return is_ours ? names_.give(article_id(claim), old.input, store::Claim::Stated) : Result<void>{};
}

Result<void> Deduplicator::keep_former(store::Input& input, const Article& article) {
  TRAWL_TRY(const auto before, stored(input.id));
  if (!before) return {};
  auto improved = article;
  const auto fields = enrich::improve(improved, *before, enrich::Relation::Former);
  const Article former = enrich::only(*before, fields);
  auto kept = fields.empty() ? std::string() : to_record(former);
  if (kept == input.kept) return {};
  input.kept = std::move(kept);
  return inputs_.set_kept(input.id, input.kept);
}

Result<bool> Deduplicator::has_article(std::string_view address) {
  TRAWL_TRY(const auto members, members_.at(address));
  return !members.empty();
}

Result<bool> Deduplicator::holds_article(std::string_view address) {
  TRAWL_TRY(auto addresses, urls_.leading_to(address));
  addresses.emplace_back(address);
  for (const auto& one : addresses) {
    TRAWL_TRY(const auto members, members_.at(one));
    const auto is_kept = [](const store::Member& m) { return m.kind != static_cast<int>(store::InputKind::Entry); };
    if (std::ranges::any_of(members, is_kept)) return true;
  }
  return false;
}

Result<std::vector<Version>> Deduplicator::versions_at(std::string_view address) {
  TRAWL_TRY(const auto pages, pages_of(address));
  std::vector<Version> versions;
  for (const auto& page : pages) {
    if (page.gone_since && page.address != address) continue;
    TRAWL_TRY(auto article, from_record(page.record));
    versions.push_back({page.address, std::move(article)});
  }
  return versions;
}

/// The page at this address, else those at addresses that redirect to it.
Result<std::vector<store::Member>> Deduplicator::pages_of(std::string_view address) {
  std::vector<store::Member> pages;
  TRAWL_TRY(auto here, page_at(address));
  if (here) return std::vector{std::move(*here)};
  TRAWL_TRY(const auto leading, urls_.leading_to(address));
  for (const auto& from : leading) {
    TRAWL_TRY(auto page, page_at(from));
    if (page) pages.push_back(std::move(*page));
  }
  return pages;
}

Result<std::optional<store::Member>> Deduplicator::page_at(std::string_view address) {
  TRAWL_TRY(auto here, members_.at(address));
  const auto page = std::ranges::find(here, kPage, &store::Member::kind);
  return page == here.end() ? std::nullopt : std::optional(std::move(*page));
}

Result<bool> Deduplicator::is_of_another(std::string_view address, const ExtractedArticle& extracted) {
  TRAWL_TRY(const auto page, page_at(address));
  if (!page) return false;
  TRAWL_TRY(auto before, from_record(page->record));
  before.title.clear(); // many pages may have the title of their site
  if (enrich::is_later_version(before, extracted.article)) return false;
  std::set<std::int64_t> clusters;
  for (const auto key : all_of(keys_of(extracted.article, extracted.fingerprint, extracted.claim)))
    TRAWL_CHECK(add_holders(key, clusters));
  for (const auto cluster : clusters) {
    if (cluster == page->cluster) continue;
    TRAWL_TRY(const auto members, members_.cluster(cluster));
    for (const auto& other : members) {
      const bool is_there = other.kind == kPage && other.moved_to.empty() && !other.gone_since;
      if (!is_there || other.source != page->source) continue;
      TRAWL_TRY(auto article, from_record(other.record));
      article.title = extracted.article.title; // the texts tell
      if (enrich::compare(article, extracted.article) == enrich::Sameness::SameText) return true;
    }
  }
  return false;
}

Result<std::optional<Article>> Deduplicator::stored(std::int64_t input) {
  TRAWL_TRY(const auto member, members_.member(input));
  if (!member) return std::nullopt;
  TRAWL_TRY(auto article, from_record(member->record));
  return article;
}

Result<std::optional<Moment>> Deduplicator::published(std::int64_t input) {
  TRAWL_TRY(const auto member, members_.member(input));
  return member ? member->published : std::nullopt;
}

Result<void> Deduplicator::refresh(std::string_view address) {
  TRAWL_TRY(auto addresses, urls_.leading_to(address));
  addresses.emplace_back(address);
  std::set<std::int64_t> clusters;
  for (const auto& one : addresses) {
    TRAWL_TRY(auto members, members_.at(one));
    for (auto& member : members) {
      if (member.gone_since) TRAWL_CHECK(leave_names(member));
      TRAWL_TRY(const auto candidate, Candidate::from(std::move(member)));
      TRAWL_TRY(const auto near, connected(candidate)); // copies elsewhere are articles of their own while it is gone
      clusters.insert(near.begin(), near.end());
    }
  }
  return clusters.empty() ? Result<void>{} : refold(clusters);
}

/// If the article lives on at another address of its source, so do its names.
Result<void> Deduplicator::leave_names(const store::Member& former) {
  TRAWL_TRY(auto others, members_.cluster(former.cluster));
  std::erase_if(others, [&](const store::Member& one) {
    return one.input == former.input || one.gone_since || !are_of_voice(one, former);
  });
  if (others.empty()) return {};
  TRAWL_CHECK(names_.hand_over(former.input, others.front().input));
  return keep_first_seen(former, std::move(others.front()));
}

Result<std::vector<std::string>> Deduplicator::other_pages(std::string_view address) {
  return others_of(address, are_of_voice);
}

Result<std::vector<std::string>> Deduplicator::pages_beside(std::string_view address) {
  return others_of(address, [](const store::Member& other, const store::Member& page) {
    return other.source == page.source && are_on_one_host(other.address, page.address) && !are_of_voice(other, page);
  });
}

/// The other addresses at which there is a page of the same article now, if `is_wanted`.
Result<std::vector<std::string>> Deduplicator::others_of(std::string_view address,
                                                         bool (*is_wanted)(const store::Member& other,
                                                                           const store::Member& page)) {
  TRAWL_TRY(const auto page, page_at(address));
  std::vector<std::string> others;
  if (!page) return others;
  TRAWL_TRY(const auto members, members_.cluster(page->cluster));
  for (const auto& member : members) {
    const bool is_there = member.kind == kPage && member.moved_to.empty() && !member.gone_since;
    if (is_there && member.address != address && is_wanted(member, *page)) others.push_back(member.address);
  }
  return others;
}

Result<bool> Deduplicator::lives_elsewhere(std::string_view address) {
  TRAWL_TRY(const auto here, members_.at(address));
  for (const auto& one : here) {
    TRAWL_TRY(const auto members, members_.cluster(one.cluster));
    const auto is_other = [&](const store::Member& other) {
      return other.address != address && other.moved_to.empty() && !other.gone_since && are_of_voice(other, one);
    };
    if (std::ranges::any_of(members, is_other)) return true;
  }
  return false;
}

Result<void> Deduplicator::follow_redirect(std::string_view address) {
  TRAWL_TRY(const auto end, urls_.end_of(address));
  TRAWL_TRY(const auto leading, urls_.leading_to(end));
  TRAWL_TRY(const auto targets, members_.at(end));
  std::set<std::int64_t> clusters;
  for (const auto& member : targets) clusters.insert(member.cluster);
  for (const auto& from : leading) {
    TRAWL_CHECK(add_holders(address_key(from), clusters)); // those that state the address
    TRAWL_TRY(auto moved, members_.at(from));
    for (auto& member : moved) {
      clusters.insert(member.cluster);
      if (member.moved_to == end) continue;
      TRAWL_CHECK(remove(member));
      member.moved_to = end;
      TRAWL_TRY(const auto candidate, Candidate::from(std::move(member)));
      TRAWL_CHECK(members_.save_member(candidate.member, all_of(candidate.keys)));
    }
    if (!targets.empty()) TRAWL_CHECK(inherit_from(from, targets.front().input, targets.front().source));
  }
  return clusters.empty() ? Result<void>{} : refold(clusters);
}

Result<bool> Deduplicator::drop(std::int64_t input) {
  TRAWL_TRY(const auto old, members_.member(input));
  if (!old) return false;
  TRAWL_TRY(const auto clusters, remove(*old));
  TRAWL_CHECK(leave_names(*old));
  TRAWL_CHECK(refold(clusters));
  return true;
}

/// The members of the article that has this id, or had it, or that was found at this address.
Result<std::vector<store::Member>> Deduplicator::members_of(const std::string& id_or_address) {
  TRAWL_TRY(const auto article, articles_.find(id_or_address));
  if (article) return members_.cluster(article->cluster);
  TRAWL_TRY(auto input, names_.holder(id_or_address));
  if (!input) {
    TRAWL_TRY(const auto end, urls_.end_of(id_or_address));
    TRAWL_TRY(const auto there, members_.at(end));
    if (!there.empty()) input = there.front().input;
  }
  if (!input) return std::vector<store::Member>();
  TRAWL_TRY(const auto member, members_.member(*input));
  return member ? members_.cluster(member->cluster) : std::vector<store::Member>();
}

/// Those of the names of these members that are excluded.
Result<std::set<std::string>> Deduplicator::excluded_ids(const std::vector<store::Member>& members) {
  std::set<std::string> ids;
  for (const auto& member : members) {
    TRAWL_TRY(const auto names, names_.names_of(member.input));
    for (const auto& name : names) ids.insert(name.id);
  }
  for (auto id = ids.begin(); id != ids.end();) {
    TRAWL_TRY(const auto excluded, articles_.excluded(*id));
    id = excluded ? std::next(id) : ids.erase(id);
  }
  return ids;
}

Result<std::optional<Article>> Deduplicator::exclude(const std::string& id_or_address) {
  TRAWL_TRY(const auto members, members_of(id_or_address));
  if (members.empty()) return std::nullopt;
  const auto cluster = members.front().cluster;
  TRAWL_TRY(auto published, articles_.find(id_or_address));
  if (!published) {
    TRAWL_TRY(const auto id, articles_.published(cluster));
    if (!id) return std::nullopt;
    TRAWL_TRY(published, articles_.find(*id));
  }
  TRAWL_TRY(auto article, from_record(published->record, ArticlePart::Fields));
  TRAWL_CHECK(names_.give(article.id, published->member)); // it is permanent from now on
  TRAWL_CHECK(articles_.exclude(article.id, published->member));
  TRAWL_CHECK(refold({cluster}));
  return article;
}

Result<bool> Deduplicator::include(const std::string& id_or_address) {
  TRAWL_TRY(const auto members, members_of(id_or_address));
  TRAWL_TRY(const auto excluded, excluded_ids(members));
  for (const auto& id : excluded) TRAWL_CHECK(articles_.include(id));
  if (!excluded.empty() && !members.empty()) TRAWL_CHECK(refold({members.front().cluster}));
  return !excluded.empty();
}

Result<bool> Deduplicator::is_excluded(const std::string& address) {
  TRAWL_TRY(const auto members, members_of(address));
  TRAWL_TRY(const auto excluded, excluded_ids(members));
  return !excluded.empty();
}

/// Returns the clusters in which something was connected with the member.
Result<std::set<std::int64_t>> Deduplicator::remove(const store::Member& member) {
  TRAWL_TRY(const auto candidate, Candidate::from(member));
  TRAWL_TRY(auto clusters, connected(candidate));
  TRAWL_CHECK(members_.remove_member(member.input, all_of(candidate.keys)));
  outlines_.erase(member.input);
  return clusters;
}

/// The heir of an article's names has been searchable under them since the article was.
Result<void> Deduplicator::keep_first_seen(const store::Member& former, store::Member heir) {
  TRAWL_TRY(const auto known, from_record(former.record, ArticlePart::Fields));
  TRAWL_TRY(auto article, from_record(heir.record));
  if (known.indexed >= article.indexed) return {};
  article.indexed = known.indexed;
  heir.record = to_record(article);
  TRAWL_CHECK(inputs_.set_first_seen(heir.input, known.indexed));
  return members_.save_member(heir, {}); // it has its keys
}

/// The clusters whose article depends on the candidate: its own, those with which it has a key of an address in common,
/// and of those with a key of its text the ones that these may be the same as, directly or through others. The outlines
/// tell most near copies apart, so that a site's thousands are not read again for each.
Result<std::set<std::int64_t>> Deduplicator::connected(const Candidate& candidate) {
  if (outline_bytes_ > kMostOutlineBytes) {
    outlines_.clear();
    outline_bytes_ = 0;
  }
  std::set<std::int64_t> clusters{candidate.member.cluster}, sharers;
  for (const auto key : candidate.keys.of_addresses) TRAWL_CHECK(add_holders(key, clusters));
  for (const auto key : candidate.keys.of_text) {
    TRAWL_TRY(const auto inputs, members_.inputs_with_key(key, kMaxSharers));
    sharers.insert(inputs.begin(), inputs.end());
  }
  if (sharers.empty()) return clusters;
  std::vector<std::pair<std::int64_t, const Outline*>> near;
  for (const auto input : sharers) {
    TRAWL_TRY(const auto* const outline, outline_of(input));
    if (outline != nullptr) near.emplace_back(input, outline);
  }
  const Outline own = candidate.outline();
  std::vector<const Outline*> reached{&own};
  const auto reach = [&](std::int64_t cluster) -> Result<void> {
    TRAWL_TRY(const auto inputs, members_.inputs_of(cluster));
    for (const auto input : inputs) {
      TRAWL_TRY(const auto* const outline, outline_of(input));
      reached.push_back(outline);
    }
    return {};
  };
  for (const auto cluster : clusters) TRAWL_CHECK(reach(cluster));
  for (std::size_t i = 0; i < reached.size() && !near.empty(); ++i) {
    const auto alike =
        std::ranges::partition(near, [&](const auto& one) { return !reached[i]->may_be_same(*one.second); });
    for (const auto& [input, outline] : alike) {
      TRAWL_TRY(const auto cluster, members_.cluster_of(input));
      if (clusters.insert(cluster).second) TRAWL_CHECK(reach(cluster));
    }
    near.erase(alike.begin(), alike.end());
  }
  return clusters;
}

const Outline* Deduplicator::keep_outline(std::int64_t input, Outline outline) {
  outline_bytes_ += sizeof(Outline) + outline.title.size() + outline.address_keys.size() * sizeof(std::uint64_t);
  return &outlines_.insert_or_assign(input, std::move(outline)).first->second;
}

/// Of a stored member; valid until the next call of `connected`. Null if there is none: another version of the program,
/// or of ICU, may have found other keys when the member was removed.
Result<const Outline*> Deduplicator::outline_of(std::int64_t input) {
  if (const auto found = outlines_.find(input); found != outlines_.end()) return &found->second;
  TRAWL_TRY(auto member, members_.member(input));
  if (!member) return nullptr;
  TRAWL_TRY(auto fields, from_record(member->record, ArticlePart::Fields));
  return keep_outline(input, Candidate(std::move(*member), std::move(fields), {}).outline());
}

Result<void> Deduplicator::add_holders(std::uint64_t key, std::set<std::int64_t>& clusters) {
  TRAWL_TRY(const auto found, members_.clusters_with_key(key, kMaxSharers));
  if (found) clusters.insert(found->begin(), found->end());
  return {};
}

Result<std::vector<Candidate>> Deduplicator::load(const std::set<std::int64_t>& clusters) {
  std::vector<Candidate> candidates;
  for (const auto cluster : clusters) {
    TRAWL_TRY(auto members, members_.cluster(cluster));
    for (auto& member : members) {
      TRAWL_TRY(auto candidate, Candidate::from(std::move(member)));
      candidates.push_back(std::move(candidate));
    }
  }
  std::ranges::sort(candidates, {}, [](const Candidate& candidate) { return candidate.member.input; });
  return candidates;
}

Result<void> Deduplicator::refold(const std::set<std::int64_t>& clusters) {
  TRAWL_TRY(const auto candidates, load(clusters));
  const auto roots = clusters_of(candidates);
  std::set<std::string> before, after;
  for (const auto cluster : clusters) {
    TRAWL_TRY(const auto id, articles_.published(cluster));
    if (id) before.insert(*id);
  }
  std::map<std::size_t, Component> components;
  for (std::size_t i = 0; i < candidates.size(); ++i) components[roots[i]].push_back(&candidates[i]);
  std::map<std::int64_t, Component> articles; // named by their smallest input
  for (auto& [root, component] : components) TRAWL_CHECK(split(std::move(component), articles));
  std::map<std::int64_t, std::int64_t> heirs; // the clusters of the inputs
  for (const auto& [cluster, component] : articles) {
    for (const Candidate* one : component) {
      heirs[one->member.input] = cluster;
      TRAWL_CHECK(members_.set_cluster(one->member.input, cluster));
    }
  }
  TRAWL_CHECK(move_rest(clusters, candidates, heirs));
  for (auto& [cluster, component] : articles) {
    TRAWL_CHECK(publish(std::move(component), cluster, after));
  }
  for (const auto& id : before) {
    if (!after.contains(id)) TRAWL_CHECK(articles_.retract(id));
  }
  return {};
}

/// Makes an article of those that are of the leader's voice or, directly, the same as what is at its place, and others
/// of the rest: else a chain of near copies would lead from one article to any other.
Result<void> Deduplicator::split(Component component, std::map<std::int64_t, Component>& articles) {
  while (!component.empty()) {
    TRAWL_TRY(const auto* const leader, leader_of(component));
    Component article, rest;
    for (const Candidate* one : component) {
      const auto is_copy_of = [&](const Candidate* other) {
        return (other == leader || other->is_at_place_of(*leader)) && one->is_same(*other);
      };
      const bool is_one = one->has_voice_of(*leader) || std::ranges::any_of(component, is_copy_of);
      (is_one ? article : rest).push_back(one);
    }
    articles.emplace(article.front()->member.input, std::move(article));
    component = std::move(rest);
  }
  return {};
}

/// The members of a cluster that were not looked at go where most of the others went. `after`: the clusters of the
/// candidates, by their inputs.
Result<void> Deduplicator::move_rest(const std::set<std::int64_t>& clusters, const std::vector<Candidate>& before,
                                     const std::map<std::int64_t, std::int64_t>& after) {
  for (const auto cluster : clusters) {
    std::map<std::int64_t, std::size_t> heirs;
    std::int64_t last = 0;
    std::size_t members = 0;
    for (const Candidate& one : before) { // in the order of their inputs
      if (one.member.cluster != cluster) continue;
      last = one.member.input;
      ++heirs[after.at(last)];
      ++members;
    }
    if (members < store::kMostMembers) continue;
    const auto most = std::ranges::max_element(heirs, {}, [](const auto& one) { return one.second; });
    if (most->first != cluster) TRAWL_CHECK(members_.move_rest(cluster, last, most->first));
  }
  return {};
}

/// A candidate of the voice whose article this is: one that is there, does not state another one's page as the
/// original, and has the oldest name. Between those without one the order of the subscriptions decides: neither dates
/// nor the kind of a page.
Result<const Candidate*> Deduplicator::leader_of(const Component& candidates) {
  const auto has_voice_of = [](const Candidate* one) {
    return [one](const Candidate* other) { return other->has_voice_of(*one); };
  };
  if (std::ranges::all_of(candidates, has_voice_of(candidates.front()))) return candidates.front();
  TRAWL_TRY(const auto names, naming_.names_of(candidates)); // the oldest first
  using Rank = std::tuple<bool, bool, std::ptrdiff_t, bool, std::int64_t, std::string>;
  std::optional<std::pair<Rank, const Candidate*>> best;
  for (const Candidate* one : candidates) {
    const bool is_present = std::ranges::any_of(
        candidates, [&](const Candidate* other) { return other->is_present() && other->has_voice_of(*one); });
    const bool is_copy = std::ranges::any_of(
        candidates, [&](const Candidate* other) { return !other->has_voice_of(*one) && one->claims(*other); });
    const bool is_elsewhere = voice_of(one->member).starts_with("//"); // than on its source's site
    TRAWL_TRY(const auto place, sources_.position(one->article.source));
    const auto name = std::ranges::find(names, one->member.input, &store::Name::input) - names.begin();
    Rank rank(!is_present, is_copy, name, is_elsewhere, place, article_id(one->member.address));
    if (!best || rank < best->first) best.emplace(std::move(rank), one);
  }
  return best->second;
}

/// Publishes the article of a cluster. Adds its id to `ids`.
Result<void> Deduplicator::publish(Component candidates, std::int64_t cluster, std::set<std::string>& ids) {
  TRAWL_TRY(auto names, naming_.names_of(candidates));
  for (const auto& name : names) {
    TRAWL_TRY(const auto excluded, articles_.excluded(name.id));
    if (excluded) return {};
  }
  TRAWL_TRY(const auto* const leader, leader_of(candidates));
  const auto copies = std::ranges::stable_partition(names, [&](const store::Name& name) {
    return std::ranges::any_of(candidates, [&](const Candidate* one) {
      return one->member.input == name.input && one->has_voice_of(*leader);
    });
  });
  const std::size_t own = names.size() - copies.size();
  sort_by_rank(candidates, *leader, own == 0 ? 0 : names.front().input);
  const auto& shown = *candidates.front();
  auto article = folded(candidates);
  TRAWL_TRY(article.url, naming_.url_to_show(shown, cluster));
  for (auto& copy : article.copies) {
    if (copy.url == shown.article.url) copy.url = article.url;
  }
  TRAWL_CHECK(naming_.name(article, candidates, names, own, cluster));
  const bool is_alone = candidates.size() == 1 && is_unchanged(article, shown.article);
  const auto record = is_alone ? shown.member.record : to_record(article);
  const bool is_own = is_alone || record == shown.member.record;
  TRAWL_CHECK(articles_.publish(article.id, record, cluster, shown.member.input, is_own, article.gone_since));
  ids.insert(article.id);
  return {};
}

Result<void> Deduplicator::write_keys() { return members_.write_keys(); }

} // namespace trawl::identity
