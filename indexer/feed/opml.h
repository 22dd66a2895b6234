// SPDX-License-Identifier: GPL-3.0-or-later
/// OPML 2.0 (http://opml.org/spec2.opml): the format in which feed readers exchange their subscriptions.
#pragma once

#include "shared/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::feed {

struct OpmlFeed {
  std::string title;
  std::string feed_url; ///< xmlUrl; or the URL of a source that is not a feed
  std::string home_url;
  std::string note;                    ///< description
  std::vector<std::string> categories; ///< outer folders first, then the category attribute; each once
  bool is_feed = true;                 ///< false: written as type "link"
};

struct Opml {
  std::string title;
  std::vector<OpmlFeed> feeds; ///< in order, each URL once
};

/// Reads folders of any depth. An outline with an xmlUrl is a feed, and one with outlines inside is a folder, whatever
/// its type says. Malformed: this is not OPML.
Result<Opml> read_opml(std::string_view bytes);

/// Puts each feed into the folder of its first category; feeds without a category come before the folders.
std::string write_opml(const Opml& opml);

} // namespace trawl::feed
