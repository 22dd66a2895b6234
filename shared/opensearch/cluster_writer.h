// SPDX-License-Identifier: GPL-3.0-or-later
/// Writes the articles of one crawl.db into its index in the cluster.
///
/// Each document carries the sequence number of its change as its version, so a batch that is sent twice changes
/// nothing, and an old change never replaces a newer one. So a batch of which the cluster cannot accept something at
/// the moment is sent again, after increasing pauses; an article that the cluster rejects is left out and reported.
#pragma once

#include "shared/article/article.h"
#include "shared/index/source_notes.h"
#include "shared/opensearch/client.h"
#include "shared/opensearch/index_body.h"
#include "shared/opensearch/store_state.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::opensearch {

/// The pause after the first failure; it doubles with each further failure in a row.
inline constexpr std::chrono::milliseconds kFirstPause{200};

/// An article that the cluster rejected because of its content.
struct RefusedArticle {
  std::string id, reason;
};

class ClusterWriter {
 public:
  /// Waits for `pause` after a call that failed, and returns whether to repeat it.
  using Patience = std::function<bool(std::chrono::milliseconds pause, const Error& trouble)>;

  /// Continues with the store's index, or creates an empty one if it does not exist. IndexDamaged if the index is of
  /// another version.
  /// `last_sequence`: of the store. An index that is ahead of it is rebuilt from the beginning.
  static Result<ClusterWriter> open(Client client, std::string store, const IndexShape& shape,
                                    std::uint64_t last_sequence, Patience patience);

  /// Creates a new, empty index for the store; `publish` replaces the current one with it.
  static Result<ClusterWriter> create(Client client, std::string store, const IndexShape& shape, Patience patience);

  Result<void> put(const Article& article, std::uint64_t sequence);
  Result<void> remove(std::string_view id, std::uint64_t sequence);
  void set_sources(std::vector<index::SourceNote> sources);

  /// Sends what is left, and makes everything up to `sequence` visible to searches.
  Result<void> commit(std::uint64_t sequence);

  /// Commits, and lets searches read this index instead of the store's old one, which is deleted.
  Result<void> publish(std::uint64_t sequence);

  std::uint64_t sequence() const { return state_.sequence; }
  const std::vector<RefusedArticle>& refused() const { return refused_; }

 private:
  ClusterWriter(Client client, StoreState state, Patience patience);

  Result<void> queue(const std::string& lines);
  Result<void> send();
  Result<std::vector<RefusedArticle>> send_once();
  /// The status of an answer; an error unless it is one of success, or `fine`.
  Result<long> ask(std::string_view method, const std::string& path, const Json& body = {}, long fine = 0);

  Client client_;
  StoreState state_;
  Patience patience_;
  std::string replaced_; ///< the index that `publish` deletes
  std::string batch_;    ///< of actions with their documents
  std::size_t actions_ = 0;
  std::vector<RefusedArticle> refused_;
};

} // namespace trawl::opensearch
