// SPDX-License-Identifier: GPL-3.0-or-later
/// What the reader lets the page fetch: pages of the web by their addresses, and while there is nothing to read,
/// sources of the catalogue. Each is a `trawl add` or `trawl crawl` in a process of its own, one at a time.
#pragma once

#include "searchd/route.h"
#include "shared/base/data_directory.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace trawl::searchd {

/// A source of the catalogue.
struct KnownSource {
  std::string id, label;
  bool is_ticked = true; ///< of those that were chosen last, or none was chosen yet
};

/// Used by all workers.
class PagesToAdd {
 public:
  explicit PagesToAdd(DataDirectory directory);

  /// Begins to fetch a page. False while another one is being fetched.
  bool start(const std::string& url);

  enum class Stage : std::uint8_t { Unknown, Running, Added, Failed };
  struct Progress {
    Stage stage = Stage::Unknown;
    std::string id;   ///< of the article, once it is added
    std::string said; ///< how far it has come, or why it failed
  };
  /// Of the page that was started last; of others nothing is known.
  Progress progress_of(const std::string& url) const;

  /// Those that are switched on. Asks another program the first time.
  std::vector<KnownSource> sources() const;
  /// Begins to fetch the newest articles of sources. False while something else is being fetched.
  bool crawl(std::vector<std::string> sources);
  /// Of the last crawl.
  Progress progress_of_crawl() const { return progress_of(kCrawl); }

 private:
  static constexpr const char* kCrawl = "crawl"; ///< no address is that
  struct Run;
  bool run(const std::string& name, std::vector<std::string> arguments);
  DataDirectory directory_;
  std::shared_ptr<Run> run_; ///< shared with the thread that waits for the process
};

/// A form with the address field.
std::string add_form(const std::string& url);
/// A form with the sources, ticked as they were last; at first all of them.
std::string sources_form(const std::vector<KnownSource>& sources);

/// GET /add?url=…: the form, a bookmarklet that opens it, and how the page's fetch goes. POST /add, from the form:
/// begins to fetch the page. 403 unless it comes from a page of this server.
RouteAnswer add_page(const RouteContext& context, const HttpRequest& request);

} // namespace trawl::searchd
