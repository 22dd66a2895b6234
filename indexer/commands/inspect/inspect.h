// SPDX-License-Identifier: GPL-3.0-or-later
/// `inspect`: shows how the program reads one file or URL. Each function takes one JSON request and returns one JSON
/// answer, both on one line. The answer repeats the "id" of the request; "error" says what failed.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::commands {

/// {"id","html_file"|"path","url","content_type"?,"why"?} to the article and the origin of each field; "why": true adds
/// the parts that were left out of the text, where they were, and by which rule. "read_by": whether the page alone
/// decided that, or the pages of its site.
std::string inspect_article(std::string_view request);
/// The answers to several requests for articles, in their order. The pages of a host are compared with one another, as
/// a crawl compares those of a source. `answer` is called for each.
void inspect_articles(const std::vector<std::string>& requests, const std::function<void(const std::string&)>& answer);
/// {"id","path","url","content_type"} to format, feed and entries.
std::string inspect_feed(std::string_view request);
/// {"id","path","user_agent","url"} to allowed, crawl_delay, sitemaps.
std::string inspect_robots(std::string_view request);
/// {"id","path","content_type"} or {"id","label"} to the WHATWG encoding name.
std::string inspect_charset(std::string_view request);
/// {"id","input","base"} to ok, href, canonical, site.
std::string inspect_url(std::string_view request);

} // namespace trawl::commands
