// SPDX-License-Identifier: GPL-3.0-or-later
/// A hit as a JSON object, for all lists of hits (search, related, trending), and the parts that it shares with an
/// article.
#pragma once

#include "shared/api/response/json_options.h"
#include "shared/api/response/json_writer.h"
#include "shared/search/response.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace trawl::api {

void write_hit(JsonWriter& json, const search::Hit& hit, const JsonOptions& options);

/// "2026-04-08" or "2026-04-08T09:30:00Z", by the precision; null without a date.
void write_date(JsonWriter& json, const std::optional<Date>& date);

/// The day that the publisher printed; empty if the article has no date.
std::string printed_day(const Article& article);

/// {"article": 708, "entry": 2568, "digest": 6}: all kinds, also those that there are none of.
void write_kinds(JsonWriter& json, const std::map<std::string, std::size_t>& kinds);

/// What only some articles have: `entries` of a digest, `part_of`, `link` and `part_of_title` of an entry of one, and
/// what has become of the article since it was published: `gone_since`, `edited`, `edits`, `revised`.
void write_life(JsonWriter& json, const search::Hit& hit);

void write_strings(JsonWriter& json, const std::vector<std::string>& values);

/// {"id": …, "label": …}
void write_source(JsonWriter& json, const search::Hit& hit);

void write_copies(JsonWriter& json, const std::vector<Copy>& copies);

} // namespace trawl::api
