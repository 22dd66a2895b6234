// SPDX-License-Identifier: GPL-3.0-or-later
/// Addresses of the page's states: every state is a link, so that it works without JavaScript and can be kept or sent.
/// All are relative to the server and escaped for an attribute.
#pragma once

#include "shared/api/request/parameters.h"
#include "shared/search/request.h"

#include <string>
#include <string_view>

namespace trawl::searchd {

/// The page as it is.
std::string page_link(const api::Parameters& parameters);

/// The page with `name` set to `value` (empty: taken away), from the first hit on.
std::string link_with(const api::Parameters& parameters, const std::string& name, const std::string& value);

/// The page with a value of a filter added, or taken away if it is chosen. `filters` are those that were applied: what
/// was typed into the query for this field becomes a parameter, so that there is one place to take it from.
std::string toggle_link(const api::Parameters& parameters, const search::Filters& filters, const std::string& field,
                        const std::string& value);

/// The page narrowed to one bucket of the date histogram ("2026-04-08", "2026-W15", "2026-04", "2026").
std::string bucket_link(const api::Parameters& parameters, std::string_view bucket);

/// The page without any filter on a field.
std::string unfiltered_link(const api::Parameters& parameters, const std::string& field);

/// The page with the words alone.
std::string words_only_link(const api::Parameters& parameters);

/// The page without bounds of time.
std::string any_time_link(const api::Parameters& parameters);

/// The page showing an article; the search stays in the address, for the way back.
std::string article_link(const api::Parameters& parameters, const std::string& id);

/// The first day of a bucket and the first day after it; empty texts for what is no bucket.
std::pair<std::string, std::string> days_of_bucket(std::string_view bucket);

} // namespace trawl::searchd
