// SPDX-License-Identifier: GPL-3.0-or-later
/// The threads that make articles of pages while the crawler's own thread fetches and stores.
#pragma once

#include "indexer/crawl/pages/article_pipeline.h"

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

/// One input on its way to an article.
struct Job {
  store::Input input;
  std::vector<store::DiscoveredLink> mentions;
  std::int64_t row = 0; ///< id of its URL
  int hops = 0;
  bool is_stored = false;         ///< the input is in the store as it is
  Made made;                      ///< set by the workshop, like `frame`
  std::string frame;              ///< the input's body, compressed
  std::vector<std::string> links; ///< of the page, where they are wanted
};

/// Jobs go in and come out on one thread; they are done on others. At most `capacity` are inside.
class ExtractionPool {
 public:
  /// `knowledge` must outlive the workshop. `reads_links`: for a first fill.
  ExtractionPool(const Knowledge& knowledge, unsigned threads, std::size_t capacity, bool reads_links = false);
  ~ExtractionPool(); ///< drops what is not done

  bool has_room(std::size_t expected = 0) const { return inside_ + expected < capacity_; }
  std::size_t inside() const { return inside_; }

  void put(Job job);
  /// A job that is done, if there is one.
  std::optional<Job> take();

 private:
  void work(const std::stop_token& stop);

  const Knowledge* knowledge_;
  std::size_t capacity_;
  bool reads_links_;
  std::size_t inside_ = 0; ///< only on the owner's thread
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::deque<Job> waiting_, done_; // guarded by mutex_
  std::vector<std::jthread> threads_;
};

} // namespace trawl::crawl
