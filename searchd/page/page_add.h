// SPDX-License-Identifier: GPL-3.0-or-later
/// Pages of the web that the reader adds by their addresses: `trawl add` in a process of its own, one at a time.
#pragma once

#include "searchd/route.h"
#include "shared/base/data_directory.h"

#include <cstdint>
#include <memory>
#include <string>

namespace trawl::searchd {

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
    std::string said; ///< why it failed
  };
  /// Of the page that was started last; of others nothing is known.
  Progress progress_of(const std::string& url) const;

 private:
  struct Run;
  DataDirectory directory_;
  std::shared_ptr<Run> run_; ///< shared with the thread that waits for the process
};

/// A form with the address field.
std::string add_form(const std::string& url);

/// GET /add?url=…: the form, a bookmarklet that opens it, and how the page's fetch goes. POST /add, from the form:
/// begins to fetch the page. 403 unless it comes from a page of this server.
RouteAnswer add_page(const RouteContext& context, const HttpRequest& request);

} // namespace trawl::searchd
