// SPDX-License-Identifier: GPL-3.0-or-later
/// A pool of threads that extract articles while the crawl loop fetches and stores.
#pragma once

#include "indexer/crawl/pipeline/article_pipeline.h"
#include "indexer/crawl/pipeline/known_sites.h"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace trawl::crawl {

/// One input on its way through the pool.
struct Job {
  store::Input input;
  std::vector<store::DiscoveredLink> inlinks;
  KnownSite site;                    ///< of the input's page
  std::int64_t row = 0;              ///< id of its UrlRow
  int hops = 0;                      ///< redirects that led to it
  bool is_stored = false;            ///< the store already has this input
  bool is_probe = false;             ///< the answer to a probe (error_pages.h)
  bool is_genuine = false;           ///< it is known not to be an error page
  Extraction extraction;             ///< set by the pool, like the members below
  std::string frame;                 ///< the input's body, compressed, unless `is_stored`
  std::vector<std::string> outlinks; ///< of the page, see links_of_page; only if the pool reads them
};

/// `put` and `take` are called on one thread, the owner's. The owner keeps to the capacity by asking `has_room`.
class ExtractionPool {
 public:
  /// `knowledge` must outlive the pool. `reads_outlinks`: for a backfill, which follows links.
  ExtractionPool(const Knowledge& knowledge, unsigned threads, std::size_t capacity, bool reads_outlinks = false);
  ~ExtractionPool(); ///< drops unfinished jobs

  /// Whether a job fits in, besides `expected` others that are on their way.
  bool has_room(std::size_t expected = 0) const { return inside_ + expected < capacity_; }
  /// Jobs that were put in and not taken out.
  std::size_t inside() const { return inside_; }

  void put(Job job);
  /// A finished job, if there is one. Exhausted once there was no memory for one.
  Result<std::optional<Job>> take();

 private:
  void work(const std::stop_token& stop);
  Result<void> extract(Job& job) const;

  const Knowledge* knowledge_;
  std::size_t capacity_;
  bool reads_outlinks_;
  std::size_t inside_ = 0; ///< used on the owner's thread only
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::deque<Job> waiting_, done_; // guarded by mutex_, like error_
  std::optional<Error> error_;
  std::vector<std::jthread> threads_;
};

} // namespace trawl::crawl
