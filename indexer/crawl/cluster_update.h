// SPDX-License-Identifier: GPL-3.0-or-later
/// Keeps the articles in a cluster up to date with the article store. While the cluster is unavailable or full, the
/// crawl continues into crawl.db; the cluster gets the rest as soon as it accepts articles again, in this run or the
/// next.
///
/// A commit is one bulk request, and then the position. Each document has the sequence number of its change as its
/// version, so what is sent twice changes nothing, and an old change never replaces a newer one. An article that the
/// cluster rejects because of its content is left out and reported.
#pragma once

#include "indexer/crawl/index_update.h"
#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/opensearch/client.h"
#include "shared/opensearch/index_body.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace trawl::crawl {

struct ClusterUpdateOptions {
  opensearch::IndexShape shape = {};             ///< of an index that has to be made
  bool is_anew = false;                          ///< a new index, which at the end replaces the one that there is
  std::chrono::milliseconds commit_after{5'000}; ///< so that articles can be found while a slow crawl runs
  std::chrono::milliseconds patience{60'000};    ///< how long `finish` waits for a cluster that is away
  std::chrono::milliseconds first_pause{200};    ///< after a call that failed; doubled with each further one in a row
  std::function<void(const std::string&)> warn;  ///< gets messages for the user; called on the update's thread
};

/// Starts the thread; the cluster need not be there yet. The caller holds the WriterLock and has opened the store.
/// Continues with the store's index, or makes one if there is none, or if it is ahead of the store. The thread ends
/// with IndexDamaged if the index is of another version.
Result<IndexUpdate> update_cluster(const DataDirectory& directory, opensearch::Client client,
                                   std::vector<index::SourceNote> sources, ClusterUpdateOptions options);

} // namespace trawl::crawl
