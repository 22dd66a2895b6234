// SPDX-License-Identifier: GPL-3.0-or-later
/// The fields of an article as JSON, told once: for hits, in all lists of them (search, related, trending), and for the
/// article itself.
#pragma once

#include "shared/api/response/article_json.h"
#include "shared/api/response/json_options.h"
#include "shared/api/response/json_writer.h"
#include "shared/search/response.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::api {

/// The keys of a hit that `fields` may choose, in the order in which they are written. `id` is always included.
std::span<const std::string_view> hit_fields();

void write_hit(JsonWriter& json, const search::Hit& hit, const JsonOptions& options);

/// Writes the keys of an article.
void write_article_fields(JsonWriter& json, const search::Hit& hit, ArticleForms forms);

/// "2026-04-08" or "2026-04-08T09:30:00Z", by the precision; null without a date.
void write_date(JsonWriter& json, const std::optional<Date>& date);

void write_strings(JsonWriter& json, const std::vector<std::string>& values);

} // namespace trawl::api
