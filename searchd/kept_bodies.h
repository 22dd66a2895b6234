// SPDX-License-Identifier: GPL-3.0-or-later
/// Bodies of answers that are asked for again and again: the home page, static files, and their compressed forms.
#pragma once

#include "searchd/http/http_message.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace trawl::searchd {

/// For all threads. Holds a bounded number of bodies; when it is full, it starts again from none.
class KeptBodies {
 public:
  using Body = std::shared_ptr<const std::string>;

  /// Null if it is not kept.
  Body find(std::string_view key);
  Body keep(std::string key, std::string body);

  /// Compresses a 200 that gains by it, as the client prefers. The compressed form of an answer that will be asked for
  /// again is made once and kept under its ETag.
  void compress(HttpResponse& response, std::string_view accept_encoding);

 private:
  std::mutex mutex_;
  std::map<std::string, Body, std::less<>> bodies_;
};

} // namespace trawl::searchd
