// SPDX-License-Identifier: GPL-3.0-or-later
/// /v1/articles/{id} and what is related to one.
#pragma once

#include "searchd/route.h"

namespace trawl::searchd {

RouteAnswer article(const RouteContext& context, const HttpRequest& request);
RouteAnswer related_articles(const RouteContext& context, const HttpRequest& request);

/// Why the backend did not give an article: one that was there once is gone, which is not the same as never there.
api::Problem no_article(const RouteContext& context, std::string_view id, const Error& error);

} // namespace trawl::searchd
