// SPDX-License-Identifier: GPL-3.0-or-later
/// `inspect`: shows how the program reads one file or URL. Each function answers one request, whose members it uses are
/// named. The answer repeats the "id" of the request; "error" says what failed.
#pragma once

#include "indexer/commands/inspect/inspect_request.h"

#include <functional>
#include <vector>

namespace trawl::commands {

/// {"id","html_file"|"path","url","content_type"?,"why"?} to the article and the origin of each field; "why": true adds
/// the parts that were left out of the text, where they were, and by which rule. "read_by": whether the page alone
/// decided that, or the pages of its site.
InspectAnswer answer_article(const InspectRequest& request);
/// The answers to several requests for articles, in their order. The pages of a host are compared with one another, as
/// a crawl compares those of a source. `answer` is called for each.
void answer_articles(const std::vector<InspectRequest>& requests,
                     const std::function<void(const InspectAnswer&)>& answer);
/// {"id","path","url","content_type"} to format, feed and entries.
InspectAnswer answer_feed(const InspectRequest& request);
/// {"id","path","user_agent","url"} to allowed, crawl_delay, sitemaps.
InspectAnswer answer_robots(const InspectRequest& request);
/// {"id","path","content_type"} or {"id","label"} to the WHATWG encoding name.
InspectAnswer answer_charset(const InspectRequest& request);
/// {"id","input","base"} to ok, href, canonical, site.
InspectAnswer answer_url(const InspectRequest& request);

} // namespace trawl::commands
