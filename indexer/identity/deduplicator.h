// SPDX-License-Identifier: GPL-3.0-or-later
/// Folds duplicates: members that are one article, or lead to it, form a cluster, and one article is published for
/// each.
///
/// candidate.h decides which members form a cluster. Until names are settled (store::NameStore), the result depends
/// only on the set of members, not on their order, so a crawl that was killed and resumed gives the same articles as
/// one that was not, and as a rebuild. From then on an article keeps its id (article_naming.h).
#pragma once

#include "indexer/identity/article_naming.h"
#include "indexer/identity/candidate.h"
#include "indexer/store/article_store.h"
#include "indexer/store/input_store.h"
#include "indexer/store/member_store.h"
#include "indexer/store/name_store.h"
#include "indexer/store/url_store.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::identity {

/// What storing an article changed.
enum class PutOutcome : std::uint8_t {
  Added,    ///< a new article
  Replaced, ///< a known article, changed
  Unchanged,
  Folded, ///< a duplicate: another member of its cluster is shown
};

/// The article of a page, as it is stored.
struct Version {
  std::string address;
  Article article;
  std::string claim; ///< see ExtractedArticle
};

/// Not thread-safe. Changes are made by one object at a time.
class Deduplicator {
 public:
  /// `database` must outlive it.
  explicit Deduplicator(store::Database& database)
      : members_(database), articles_(database), inputs_(database), names_(database), urls_(database),
        naming_(database, members_) {}
  Deduplicator(const Deduplicator&) = delete;
  Deduplicator& operator=(const Deduplicator&) = delete;

  /// Stores the article extracted from `input` and updates its cluster. Inside the caller's Transaction.
  Result<PutOutcome> put(const store::Input& input, const ExtractedArticle& extracted);

  /// Whether an article was extracted from what was found at this address.
  Result<bool> has_article(std::string_view address);

  /// Whether an article was extracted from a page or row at this address, or at one that redirects to it; a feed entry
  /// does not count.
  Result<bool> holds_article(std::string_view address);
  /// What was read last on the page at this address, else on those at addresses that redirect to it.
  Result<std::vector<Version>> versions_at(std::string_view address);
  /// Whether a page that was rewritten has the text of another article of its source, which has its own page.
  Result<bool> is_of_another(std::string_view address, const ExtractedArticle& extracted);
  /// How many pages, rows and entries of a source are articles.
  Result<std::size_t> articles_of(const std::string& source) { return members_.count(source); }
  /// Whether an article is shown as `input` has it; else it is one of another input, or none.
  Result<bool> is_shown(std::int64_t input);
  /// When the article of `input` was published, if it says so.
  Result<std::optional<Moment>> published(std::int64_t input);

  /// The address redirects, by its row in the store: what was found there is now at the redirect's end.
  Result<void> follow_redirect(std::string_view address);

  /// Whether what was found at this address is gone has changed in the store.
  Result<void> refresh(std::string_view address);

  /// The other addresses at which there is a page of the same article now.
  Result<std::vector<std::string>> other_pages(std::string_view address);

  /// The addresses at which another source has a page with the title and nearly the text of the page at this address.
  Result<std::vector<std::string>> pages_like(std::string_view address, const std::string& source);

  /// Whether another address has the article that was found at this one: of the same owner, or where that leads.
  Result<bool> lives_elsewhere(std::string_view address);

  /// Takes an article out of what is published: by one of its ids, or one of its addresses. The article as it was;
  /// nullopt if none is published.
  Result<std::optional<Article>> exclude(const std::string& id_or_address);
  /// Takes back `exclude`. False if the article was not excluded.
  Result<bool> include(const std::string& id_or_address);
  /// Whether the article that was found at this address is excluded.
  Result<bool> is_excluded(const std::string& address);

  /// Removes the article of `input`, because it is no longer one. False if there was none.
  Result<bool> drop(std::int64_t input);

 private:
  Result<Candidate> candidate_of(const store::Input& input, const ExtractedArticle& extracted);
  Result<std::optional<store::Member>> page_at(std::string_view address);
  Result<std::vector<store::Member>> pages_of(std::string_view address);
  Result<std::vector<store::Member>> others_of(const store::Member& member);
  Result<void> take_names(const store::Member& member, const Article& article);
  Result<void> take_id_of(const std::string& address, const store::Member& member, std::set<std::int64_t>& clusters);
  Result<void> leave_names(const store::Member& former);
  Result<void> inherit_from(std::string_view address, std::int64_t heir, const std::string& source);
  Result<void> keep_first_seen(const store::Member& former, store::Member heir);
  Result<std::vector<store::Member>> members_of(const std::string& id_or_address);
  Result<std::set<std::string>> excluded_ids(const std::vector<store::Member>& members);
  Result<std::set<std::int64_t>> remove(const store::Member& member);
  Result<void> add_holders(const std::vector<std::uint64_t>& keys, std::set<std::int64_t>& clusters);
  Result<std::set<std::string>> regroup(const std::set<std::int64_t>& clusters,
                                        std::optional<Candidate> unread = std::nullopt);
  Result<void> move_rest(std::int64_t cluster, const std::vector<Candidate>& candidates,
                         const std::map<std::int64_t, std::int64_t>& heirs);
  Result<void> publish(Group group, std::int64_t cluster, std::set<std::string>& ids);

  store::MemberStore members_;
  store::ArticleStore articles_;
  store::InputStore inputs_;
  store::NameStore names_;
  store::UrlStore urls_;
  ArticleNaming naming_;
};

} // namespace trawl::identity
