// SPDX-License-Identifier: GPL-3.0-or-later
/// OPML 2.0 (http://opml.org/spec2.opml): lists of feeds, as readers exchange them.
#pragma once

#include "shared/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::feed {

struct OpmlFeed {
  std::string title;
  std::string feed_url; ///< xmlUrl; or the address of a source that is no feed (written as type "link")
  std::string home_url;
  std::string note;                    ///< description
  std::vector<std::string> categories; ///< folders from the outermost, then those of the category attribute; each once
  bool is_feed = true;                 ///< false: written as type "link"
};

struct Opml {
  std::string title;
  std::vector<OpmlFeed> feeds; ///< in order, each address once
};

/// Reads folders of any depth; an outline with an xmlUrl is a feed whatever its type, one with outlines inside is a
/// folder whatever its type. Malformed: it is no OPML.
Result<Opml> read_opml(std::string_view bytes);

/// Each feed goes into a folder of its first category; feeds without one stand beside the folders.
std::string write_opml(const Opml& opml);

} // namespace trawl::feed
