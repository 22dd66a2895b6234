// SPDX-License-Identifier: GPL-3.0-or-later
/// Links to the states of the page. Every state has a URL, so that it works without JavaScript and can be bookmarked.
/// Links are relative to the server and escaped for an attribute.
#pragma once

#include "shared/api/request/parameters.h"
#include "shared/search/request.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace trawl::searchd {

/// A value as an item of a list parameter (parameter_parser.h): in quotes if it could be read as several.
std::string quoted_value(const std::string& value);

/// The page with exactly these parameters.
std::string page_link(const api::Parameters& parameters);

/// The first page of results with `name` set to `value`, or removed if `value` is empty.
std::string link_with(const api::Parameters& parameters, const std::string& name, const std::string& value);

/// The page with a filter value added, or removed if it is selected; if all chosen values must be there, this one, too.
/// `filters` are those that were applied; filters on this field typed into the query become parameters, so that there
/// is one place to remove them from.
std::string toggle_link(const api::Parameters& parameters, const search::Filters& filters, const std::string& field,
                        const std::string& value);

/// The page without the articles that have a filter value.
std::string exclusion_link(const api::Parameters& parameters, const search::Filters& filters, const std::string& field,
                           const std::string& value);

/// The page with articles that have all of a field's chosen values, or any of them.
std::string all_of_link(const api::Parameters& parameters, const search::Filters& filters, const std::string& field,
                        bool is_all);

/// The page narrowed to one bucket of the date histogram ("2026-04-08", "2026-W15", "2026-04", "2026").
std::string bucket_link(const api::Parameters& parameters, std::string_view bucket);

/// The list of a field's filter that contains a value.
enum class FilterPart { AnyOf, AllOf, NoneOf };

/// The page without one value of a filter, and with all others.
std::string removal_link(const api::Parameters& parameters, const search::Filters& filters, const std::string& field,
                         FilterPart part, const std::string& value);

/// The page with the query's words but no filters.
std::string words_only_link(const api::Parameters& parameters);

/// The parameters without date filters, also those typed into the query, and without a place in the result.
api::Parameters without_dates(const api::Parameters& parameters);

/// The page with this bound ("since", "after") as its only date filter: its end is open.
std::string open_end_link(const api::Parameters& parameters, const std::string& name, const std::string& value);

/// The page without date filters.
std::string any_time_link(const api::Parameters& parameters);

/// The page that shows an article. The link contains the search, so that the page can link back. `at` is the article's
/// place in the search result, from 0, from which the page finds its neighbours.
std::string article_link(const api::Parameters& parameters, const std::string& id, std::optional<std::size_t> at = {});

/// A URL fragment that scrolls to a passage of a page, by its first words from `begin` on (WICG, "URL Fragment Text
/// Directives"); browsers without text fragments ignore it. Empty if there are no words.
std::string passage_fragment(std::string_view text, std::size_t begin);

/// The page of results that shows place `at`, scrolled to the article.
std::string back_link(const api::Parameters& parameters, const std::string& id, std::optional<std::size_t> at,
                      std::size_t limit);

/// The first day of a bucket and the first day after it; empty strings if `bucket` is not one.
std::pair<std::string, std::string> days_of_bucket(std::string_view bucket);

/// `q` without the filters on `field` that apply to the whole query; "date" means date:, after:, before: and since:.
/// Returns `q` unchanged if there are none, or if they apply to a part of the query only, as in "(a source:x) OR b".
std::string without_typed_filter(const std::string& q, std::string_view field);

/// `q` without any such filter.
std::string without_typed_filters(const std::string& q);

} // namespace trawl::searchd
