// SPDX-License-Identifier: GPL-3.0-or-later
/// Writes the articles of one crawl.db into its index in the cluster.
///
/// Each document carries the sequence number of its change as its version, so a batch that is sent twice changes
/// nothing, and an old change never replaces a newer one. What the cluster cannot take at the moment is sent again,
/// ever more slowly; what is too large is sent in parts; an article that the cluster refuses is left out and named.
#pragma once

#include "shared/article/article.h"
#include "shared/index/source_notes.h"
#include "shared/opensearch/client.h"
#include "shared/opensearch/index_body.h"
#include "shared/opensearch/store_state.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::opensearch {

/// How long the writer waits after the first of several failures in a row; then ever longer.
inline constexpr std::chrono::milliseconds kFirstPause{200};

/// An article that the cluster refused for its own sake.
struct RefusedArticle {
  std::string id, reason;
};

class ClusterWriter {
 public:
  /// Waits for so long after a call that failed, and says whether to repeat it.
  using Patience = std::function<bool(std::chrono::milliseconds pause, const Error& trouble)>;

  /// Continues with the store's index. If there is none, makes one with no articles. `last_sequence`: of the store. An
  /// index that is ahead of it is written anew from the beginning.
  static Result<ClusterWriter> open(Client client, std::string store, const IndexShape& shape,
                                    std::uint64_t last_sequence, Patience patience);

  /// Makes a new, empty index for the store, which `publish` puts in the place of the present one.
  static Result<ClusterWriter> create(Client client, std::string store, const IndexShape& shape, Patience patience);

  Result<void> put(const Article& article, std::uint64_t sequence);
  Result<void> remove(std::string_view id, std::uint64_t sequence);
  void set_sources(std::vector<index::SourceNote> sources);

  /// Sends what is left, and lets searches see everything up to `sequence`.
  Result<void> commit(std::uint64_t sequence);

  /// Commits, and lets searches read this index instead of the store's old one, which is deleted.
  Result<void> publish(std::uint64_t sequence);

  std::uint64_t sequence() const { return state_.sequence; }
  const std::vector<RefusedArticle>& refused() const { return refused_; }

 private:
  /// One action of a bulk request, with its document.
  struct Line {
    std::string id, text;
  };

  ClusterWriter(Client client, StoreState state, IndexShape shape, Patience patience);

  Result<void> make_index();
  Result<void> queue(std::string id, std::string text);
  Result<void> send();
  Result<void> send_bulk(std::vector<Line> lines);
  std::vector<Line> unfinished(const Json& answer, std::vector<Line> lines, Error& trouble);
  Result<Answer> try_on(std::string_view method, const std::string& path, const std::string& body);
  bool wait_before_next_try(const Error& trouble);

  Client client_;
  StoreState state_;
  IndexShape shape_;
  Patience patience_;
  std::string replaced_; ///< the index that `publish` deletes
  std::vector<Line> lines_;
  std::size_t bytes_ = 0;
  std::chrono::milliseconds pause_{0};
  std::vector<RefusedArticle> refused_;
};

/// Deletes nothing and changes nothing: the store's state, if it has written to this cluster.
Result<std::optional<StoreState>> find_state(Client& client, std::string_view store, const CallLimit& limit);

} // namespace trawl::opensearch
