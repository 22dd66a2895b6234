// SPDX-License-Identifier: GPL-3.0-or-later
/// Pictures that the crawl has kept, from this server: the page loads nothing from others for them.
#pragma once

#include "searchd/route.h"
#include "shared/content/html.h"

namespace trawl::searchd {

/// Finds the pictures of one page; nothing if none are kept.
content::FindPicture find_kept_pictures(const RouteContext& context);

/// GET /picture?key=…
RouteAnswer kept_picture(const RouteContext& context, const HttpRequest& request);

} // namespace trawl::searchd
