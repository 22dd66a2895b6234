// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/identity/deduplicator.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "indexer/enrich/fold_copies.h"
#include "shared/article/article_id.h"
#include "shared/article/article_record.h"

namespace trawl::identity {
namespace {

constexpr auto kPage = static_cast<int>(store::InputKind::Page), kRow = static_cast<int>(store::InputKind::Row);

/// Whether it is of a page, which is there and nowhere else.
bool is_page_now(const store::Member& member) {
  return member.kind == kPage && member.moved_to.empty() && !member.gone_since;
}

/// Whether the published article is the member's own, as most are.
bool is_unchanged(const Article& published, const Article& own) {
  return published.id == own.id && published.url == own.url && published.aliases == own.aliases &&
         published.copies == own.copies && published.gone_since == own.gone_since;
}

} // namespace

Result<Candidate> Deduplicator::candidate_of(const store::Input& input, const ExtractedArticle& extracted) {
  const Article& article = extracted.article;
  store::Member member{.input = input.id,
                       .cluster = input.id,
                       .kind = static_cast<int>(input.kind),
                       .address = input.url,
                       .claim = extracted.claim,
                       .record = to_record(article),
                       .source = article.source,
                       .published = article.published ? std::optional(article.published->time) : std::nullopt,
                       .tenant = extracted.tenant};
  TRAWL_TRY(auto end, urls_.end_of(input.url));
  if (end != input.url) member.moved_to = std::move(end);
  return Candidate(std::move(member), article, extracted.fingerprint);
}

Result<PutOutcome> Deduplicator::put(const store::Input& input, const ExtractedArticle& extracted) {
  TRAWL_TRY(auto candidate, candidate_of(input, extracted));
  store::Member& member = candidate.member;
  TRAWL_TRY(const auto old, members_.member(input.id));
  const auto identity = [](const store::Member& m) {
    return std::tie(m.record, m.claim, m.source, m.published, m.moved_to, m.tenant);
  };
  if (old && identity(*old) == identity(member)) return PutOutcome::Unchanged;
  std::set<std::int64_t> clusters;
  if (old) {
    TRAWL_TRY(const bool is_read, members_.is_among_first(input.id));
    if (is_read) member.cluster = old->cluster;
    TRAWL_TRY(clusters, remove(*old));
  }
  const auto keys = candidate.keys();
  TRAWL_CHECK(add_holders(candidate.keys_of_others(), clusters));
  TRAWL_TRY(const auto leading, urls_.leading_to(input.url));
  for (const auto& address : leading) TRAWL_CHECK(add_holders({lead_key(address)}, clusters));
  TRAWL_CHECK(members_.save_member(member, keys));
  TRAWL_CHECK(take_id_of(input.url, member, clusters));
  TRAWL_CHECK(take_id_of(std::string(own_claim(member)), member, clusters));
  TRAWL_CHECK(take_names(member, extracted.article));
  TRAWL_TRY(const bool is_of_web, urls_.is_known(input.url)); // where it may be gone
  std::optional<Candidate> unread;
  if (old || is_of_web) {
    clusters.insert(member.cluster);
  } else {
    unread = std::move(candidate);
  }
  TRAWL_TRY(const auto former, regroup(clusters, std::move(unread)));
  TRAWL_TRY(const auto shown, articles_.shown_for(input.id));
  if (!shown) return PutOutcome::Folded;
  return old || former.contains(*shown) ? PutOutcome::Replaced : PutOutcome::Added;
}

/// The id that is made from an address belongs to what is there or states it, if only the row of an export of somebody
/// else has brought it.
Result<void> Deduplicator::take_id_of(const std::string& address, const store::Member& member,
                                      std::set<std::int64_t>& clusters) {
  const std::string id = article_id(address);
  TRAWL_TRY(const auto holder, names_.holder(id));
  if (!holder || *holder == member.input) return {};
  TRAWL_TRY(const auto other, members_.member(*holder));
  const bool is_brought = other && other->kind == kRow && other->address != address;
  if (!is_brought || owner_of(*other) == owner_of(member)) return {};
  TRAWL_CHECK(names_.move(id, member.input));
  clusters.insert(other->cluster);
  TRAWL_TRY(const auto excluded, articles_.excluded(id)); // the other's article
  if (!excluded) return {};
  TRAWL_CHECK(articles_.include(id));
  TRAWL_CHECK(names_.give(article_id(other->address), other->input));
  return articles_.exclude(article_id(other->address), other->input);
}

/// An exported article brings its names along, but none under which an article of another owner is shown. Names of
/// inputs at this address, or at one that redirects to it, lead here if those inputs are no longer articles.
Result<void> Deduplicator::take_names(const store::Member& member, const Article& article) {
  TRAWL_CHECK(names_.inherit(member.address, member.input));
  TRAWL_TRY(const auto leading, urls_.leading_to(member.address));
  for (const auto& address : leading) TRAWL_CHECK(inherit_from(address, member.input, article.source));
  if (article.id == article_id(member.address) && article.aliases.empty()) return {};
  const auto bring = [&](const std::string& id) -> Result<void> {
    TRAWL_TRY(const auto shown, articles_.find(id)); // whose name may not be settled yet
    TRAWL_TRY(const auto other, shown ? members_.member(shown->member) : std::optional<store::Member>());
    const bool is_of_another = other && owner_of(*other) != owner_of(member) && other->address != member.address;
    return is_of_another ? Result<void>{} : names_.give(id, member.input);
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
    versions.push_back({page.address, std::move(article), page.claim});
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
  TRAWL_TRY(auto page, page_at(address));
  if (!page) return false;
  const auto cluster = page->cluster;
  const Candidate now(std::move(*page), extracted.article, extracted.fingerprint);
  std::set<std::int64_t> clusters;
  TRAWL_CHECK(add_holders({now.whole_text_key}, clusters));
  clusters.erase(cluster);
  for (const auto other : clusters) {
    TRAWL_TRY(auto members, members_.cluster(other));
    for (auto& member : members) {
      if (!is_page_now(member)) continue;
      TRAWL_TRY(const auto there, Candidate::from(std::move(member)));
      if (there.whole_text_key == now.whole_text_key) return true;
    }
  }
  return false;
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
      clusters.insert(member.cluster);
      TRAWL_TRY(const auto candidate, Candidate::from(std::move(member)));
      TRAWL_CHECK(add_holders(candidate.keys_of_others(), clusters));
    }
  }
  TRAWL_CHECK(regroup(clusters));
  return {};
}

/// The other members of its article.
Result<std::vector<store::Member>> Deduplicator::others_of(const store::Member& member) {
  TRAWL_TRY(auto others, members_.cluster(member.cluster));
  std::erase_if(others, [&](const store::Member& one) {
    return one.address == member.address ? one.input == member.input : owner_of(one) != owner_of(member);
  });
  return others;
}

/// If the article lives on at another address, so do its names.
Result<void> Deduplicator::leave_names(const store::Member& former) {
  TRAWL_TRY(auto others, others_of(former));
  const auto heir = std::ranges::find_if(others, [&](const auto& one) {
    return !one.gone_since && (one.kind != kRow || one.address == former.address); // no page answers for an export
  });
  if (heir == others.end()) return {};
  TRAWL_CHECK(names_.hand_over(former.input, heir->input));
  return keep_first_seen(former, std::move(*heir));
}

Result<std::vector<std::string>> Deduplicator::other_pages(std::string_view address) {
  std::vector<std::string> pages;
  TRAWL_TRY(const auto page, page_at(address));
  if (!page) return pages;
  TRAWL_TRY(const auto others, others_of(*page));
  for (const auto& other : others) {
    if (is_page_now(other) && other.address != address) pages.push_back(other.address);
  }
  return pages;
}

Result<std::vector<std::string>> Deduplicator::pages_like(std::string_view address, const std::string& source) {
  std::vector<std::string> pages;
  TRAWL_TRY(auto page, page_at(address));
  if (!page) return pages;
  page->source = source;
  TRAWL_TRY(const auto as_theirs, Candidate::from(std::move(*page)));
  std::set<std::int64_t> clusters;
  TRAWL_CHECK(add_holders(as_theirs.text_keys, clusters));
  for (const auto cluster : clusters) {
    TRAWL_TRY(const auto members, members_.cluster(cluster));
    for (const auto& member : members) {
      if (member.source != source || !is_page_now(member)) continue;
      TRAWL_TRY(const auto article, from_record(member.record));
      if (enrich::compare(article, as_theirs.article) == enrich::Sameness::SameText) pages.push_back(member.address);
    }
  }
  return pages;
}

Result<bool> Deduplicator::is_shown(std::int64_t input) {
  TRAWL_TRY(const auto shown, articles_.shown_for(input));
  return shown.has_value();
}

Result<bool> Deduplicator::lives_elsewhere(std::string_view address) {
  TRAWL_TRY(const auto here, members_.at(address));
  for (const auto& one : here) {
    TRAWL_TRY(const auto others, members_.cluster(one.cluster));
    const auto is_home = [&](const store::Member& other) {
      const bool is_its = owner_of(other) == owner_of(one) || other.address == one.moved_to;
      return is_its && other.address != address && other.moved_to.empty() && !other.gone_since;
    };
    if (std::ranges::any_of(others, is_home)) return true;
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
    TRAWL_CHECK(add_holders({lead_key(from)}, clusters)); // those that state the address
    TRAWL_TRY(auto moved, members_.at(from));
    for (auto& member : moved) {
      clusters.insert(member.cluster);
      if (member.moved_to == end) continue;
      TRAWL_CHECK(remove(member));
      member.moved_to = end;
      TRAWL_TRY(const auto candidate, Candidate::from(std::move(member)));
      TRAWL_CHECK(members_.save_member(candidate.member, candidate.keys()));
    }
    if (!targets.empty()) TRAWL_CHECK(inherit_from(from, targets.front().input, targets.front().source));
  }
  TRAWL_CHECK(regroup(clusters));
  return {};
}

Result<bool> Deduplicator::drop(std::int64_t input) {
  TRAWL_TRY(const auto old, members_.member(input));
  if (!old) return false;
  TRAWL_TRY(const auto clusters, remove(*old));
  TRAWL_CHECK(leave_names(*old));
  TRAWL_CHECK(regroup(clusters));
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
  TRAWL_CHECK(regroup({cluster}));
  return article;
}

Result<bool> Deduplicator::include(const std::string& id_or_address) {
  TRAWL_TRY(const auto members, members_of(id_or_address));
  TRAWL_TRY(const auto excluded, excluded_ids(members));
  for (const auto& id : excluded) TRAWL_CHECK(articles_.include(id));
  if (!excluded.empty() && !members.empty()) TRAWL_CHECK(regroup({members.front().cluster}));
  return !excluded.empty();
}

Result<bool> Deduplicator::is_excluded(const std::string& address) {
  TRAWL_TRY(const auto members, members_of(address));
  TRAWL_TRY(const auto excluded, excluded_ids(members));
  return !excluded.empty();
}

/// Returns the clusters in which something may have been one article with it.
Result<std::set<std::int64_t>> Deduplicator::remove(const store::Member& member) {
  TRAWL_TRY(const auto candidate, Candidate::from(member));
  std::set<std::int64_t> clusters{member.cluster};
  TRAWL_CHECK(add_holders(candidate.keys_of_others(), clusters));
  TRAWL_CHECK(members_.remove_member(member.input, candidate.keys()));
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

Result<void> Deduplicator::add_holders(const std::vector<std::uint64_t>& keys, std::set<std::int64_t>& clusters) {
  for (const auto key : keys) {
    TRAWL_TRY(const auto inputs, members_.inputs_with_key(key, kMostSharers));
    for (const auto input : inputs) {
      TRAWL_TRY(const auto cluster, members_.cluster_of(input));
      if (cluster != 0) clusters.insert(cluster); // a key may outlive its member
    }
  }
  return {};
}

/// Groups what these clusters have anew, and returns the ids of the articles that they had. `unread`: a further member,
/// which is not read back from the store.
Result<std::set<std::string>> Deduplicator::regroup(const std::set<std::int64_t>& clusters,
                                                    std::optional<Candidate> unread) {
  std::vector<Candidate> candidates;
  std::set<std::string> before, after;
  for (const auto cluster : clusters) {
    TRAWL_TRY(auto members, members_.cluster(cluster));
    for (auto& member : members) {
      TRAWL_TRY(auto candidate, Candidate::from(std::move(member)));
      candidates.push_back(std::move(candidate));
    }
    TRAWL_TRY(const auto id, articles_.published(cluster));
    if (id) before.insert(*id);
  }
  if (unread) candidates.push_back(std::move(*unread));
  for (auto& one : candidates) {
    TRAWL_TRY(one.names, names_.names_of(one.member.input));
  }
  std::map<std::int64_t, Group> groups;       // a cluster has the number of its first input
  std::map<std::int64_t, std::int64_t> heirs; // the clusters of the inputs
  for (auto& group : groups_of(candidates)) {
    std::set<std::int64_t> inputs;
    for (const auto* one : group.own) inputs.insert(one->member.input);
    for (const auto* one : group.leading) inputs.insert(one->member.input);
    const auto cluster = *inputs.begin();
    for (const auto input : inputs) {
      heirs[input] = cluster;
      TRAWL_CHECK(members_.set_cluster(input, cluster));
    }
    groups.emplace(cluster, std::move(group));
  }
  for (const auto cluster : clusters) TRAWL_CHECK(move_rest(cluster, candidates, heirs));
  for (auto& [cluster, group] : groups) TRAWL_CHECK(publish(std::move(group), cluster, after));
  for (const auto& id : before) {
    if (!after.contains(id)) TRAWL_CHECK(articles_.retract(id));
  }
  return before;
}

/// The members of a cluster that were too many to be read go where its first one went. `heirs`: the clusters of the
/// candidates now, by their inputs.
Result<void> Deduplicator::move_rest(std::int64_t cluster, const std::vector<Candidate>& candidates,
                                     const std::map<std::int64_t, std::int64_t>& heirs) {
  std::vector<std::int64_t> read;
  for (const auto& one : candidates) {
    if (one.member.cluster == cluster) read.push_back(one.member.input);
  }
  if (read.size() < store::kMostMembers) return {};
  const auto heir = heirs.at(std::ranges::min(read));
  return heir == cluster ? Result<void>{} : members_.move_rest(cluster, std::ranges::max(read), heir);
}

/// Publishes the article of a cluster, unless it was removed. Adds its id to `ids`.
Result<void> Deduplicator::publish(Group group, std::int64_t cluster, std::set<std::string>& ids) {
  for (const auto& name : names_of(group.own)) {
    TRAWL_TRY(const auto excluded, articles_.excluded(name.id));
    if (excluded) return {};
  }
  sort_by_rank(group.own);
  const auto& shown = *group.own.front();
  auto article = shown_article(group);
  TRAWL_CHECK(naming_.name(article, group, cluster));
  const bool is_alone = group.own.size() + group.leading.size() == 1 && is_unchanged(article, shown.article);
  const auto record = is_alone ? shown.member.record : to_record(article);
  const bool is_own = is_alone || record == shown.member.record;
  TRAWL_CHECK(articles_.publish(article.id, record, cluster, shown.member.input, is_own, article.gone_since));
  ids.insert(article.id);
  return {};
}

} // namespace trawl::identity
