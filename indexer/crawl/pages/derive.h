// SPDX-License-Identifier: GPL-3.0-or-later
/// Derives articles from what is stored of the web, without the network. The pages of a source show what its sites have
/// in common (known_sites.h); that and the links to a page decide how it is read; and what was read becomes articles
/// (indexer/identity). Each input is stored with a key of everything that its reading depends on besides its own bytes.
/// Where the key is a different one now, the input is read again. So a crawl, a crawl that was killed, a changed
/// catalogue and a rebuild end with the same articles.
#pragma once

#include "indexer/crawl/pages/pending_store.h"
#include "indexer/crawl/pipeline/article_pipeline.h"
#include "indexer/crawl/pipeline/known_sites.h"
#include "indexer/identity/deduplicator.h"
#include "indexer/store/input_store.h"
#include "indexer/store/reading_store.h"
#include "indexer/store/url_store.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace trawl::crawl {

/// What became of one input.
struct Derived {
  const store::Input& input;
  const Extraction& extraction;
  const std::string& source;                        ///< to which it belongs
  std::optional<identity::PutOutcome> outcome = {}; ///< nullopt: it is no article
  bool was_article = false;                         ///< of one that is none
  bool is_first = false;                            ///< an entry of a feed of which nothing was made until now
};

struct DeriveHooks {
  /// After each input that was read.
  std::function<Result<void>(const Derived&)> derived = [](const Derived&) { return Result<void>{}; };
  /// After each batch of them: may commit the transaction, and begin the next one. An error ends the work; the next
  /// call goes on where it was.
  std::function<Result<void>()> batch = [] { return Result<void>{}; };
};

/// Used on one thread, inside its transactions. All that it is given must outlive it.
class Derivation {
 public:
  /// `threads`: with which it extracts.
  Derivation(store::Database& database, const Knowledge& knowledge, identity::Deduplicator& deduplicator,
             unsigned threads = 1)
      : knowledge_(knowledge), deduplicator_(deduplicator), inputs_(database), urls_(database), readings_(database),
        pending_(database), sites_(database, knowledge.places), threads_(threads) {}

  /// What is known of the site of a page with these links, as its source's articles were derived last.
  Result<KnownSite> site_of(const std::string& url, const std::vector<store::DiscoveredLink>& links);
  /// A page was fetched, stored and read by this site.
  Result<void> note_page(const store::Input& input, std::int64_t row, const KnownSite& site);

  /// For each source with news, reads again the inputs whose links have changed. `now` is when an entry that begins to
  /// stand in for its page was first seen.
  Result<void> derive_links(Moment now, const DeriveHooks& hooks);
  /// The same; also learns the sites with new pages, and reads again what that changes.
  Result<void> derive(Moment now, const DeriveHooks& hooks);
  /// Reads every input, whatever its key.
  Result<void> derive_all(const DeriveHooks& hooks);

 private:
  struct Unread {
    store::ReadAddress address;
    store::InputKind kind;
  };
  struct Work {
    store::Input input = {};
    std::vector<store::DiscoveredLink> links = {};
    std::string source = {}, key = {};
    KnownSite site = {};
    Extraction extraction = {};
    bool is_first = false; ///< an entry of a feed of which nothing was made until now
  };

  std::string key_of(const std::string& url, const std::vector<store::DiscoveredLink>& hashed_links) const;
  Result<void> derive_source(const std::string& source, store::News news, Moment now, const DeriveHooks& hooks);
  Result<std::vector<Unread>> unread_of(const std::string& source, store::News news);
  Result<bool> is_entry_wanted(const store::ReadAddress& address);
  Result<Work> prepare(const std::string& url, store::InputKind kind, Moment now);
  Result<Work> complete(Work work);
  Result<void> read(std::vector<Work>& works, const DeriveHooks& hooks);
  Result<void> extract_all(std::vector<Work>& works) const;
  Result<void> store_one(Work& work, const DeriveHooks& hooks);
  Result<void> note_state(const Work& work);
  Result<bool> is_held(const std::string& url);

  const Knowledge& knowledge_;
  identity::Deduplicator& deduplicator_;
  store::InputStore inputs_;
  store::UrlStore urls_;
  store::ReadingStore readings_;
  PendingStore pending_;
  KnownSites sites_;
  unsigned threads_;
};

/// What there was to do, and what it changed.
struct DeriveSummary {
  std::size_t inputs = 0;
  std::size_t changed = 0; ///< articles that are new or different
  std::size_t dropped = 0; ///< inputs that are not articles any more
};

/// Called with the number of inputs that are done. An error ends the work, as `stopped` does.
using Report = std::function<Result<void>(std::size_t done)>;

/// Derives all articles anew, on `threads` threads. Checks `stopped` between batches and then ends with Interrupted;
/// finished batches stay.
Result<DeriveSummary> derive_anew(store::Database& database, const Knowledge& knowledge, unsigned threads,
                                  const std::function<bool()>& stopped, const Report& report = {});

/// To be called before anything else is written: derives what a killed crawl has left, and what the sources may say of
/// pages by the places that they have now. Returns how many articles have changed.
Result<std::size_t> follow_catalogue(store::Database& database, const Knowledge& knowledge, Moment now,
                                     const Report& report = {});

} // namespace trawl::crawl
