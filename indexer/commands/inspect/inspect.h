// SPDX-License-Identifier: GPL-3.0-or-later
/// `inspect`: what we make of one file. One JSON request in, one JSON answer out, both on one line; the same functions
/// serve single files and streams. A request is {"id", …}; the answer repeats the id, and says what failed in "error".
#pragma once

#include <string>
#include <string_view>

namespace trawl::commands {

/// {"id","html_file"|"path","url","content_type"?} to the article and where each field came from.
std::string inspect_article(std::string_view request);
/// {"id","path","url","content_type"} to format, feed and entries.
std::string inspect_feed(std::string_view request);
/// {"id","path","user_agent","url"} to allowed, crawl_delay, sitemaps.
std::string inspect_robots(std::string_view request);
/// {"id","path","content_type"} or {"id","label"} to the WHATWG encoding name.
std::string inspect_charset(std::string_view request);
/// {"id","input","base"} to ok, href, canonical, site.
std::string inspect_url(std::string_view request);

} // namespace trawl::commands
