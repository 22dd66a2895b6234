// SPDX-License-Identifier: GPL-3.0-or-later
/// Articles as rows of an export: one JSON object with every field, so that importing it gives the same article, byte
/// for byte. Pure.
///
/// A row of an export is recognised by its member "trawl", the version of this form. Its fields are taken as they are,
/// whereas rows of other origin are cleaned and completed (import_row.h).
#pragma once

#include "shared/article/article.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace trawl::crawl {

/// Labels of sources by id.
using SourceLabels = std::map<std::string, std::string, std::less<>>;

/// The row of an article, without a line end. `labels`: those of the article's source and of its copies' are written.
std::string to_export_row(const Article& article, const SourceLabels& labels);

/// Whether a row says that it is one of an export, but its id is none.
bool has_bad_id(const nlohmann::json& row);

/// The article of a row; nullopt if it is not a row of an export, or its id, address or text is not one. `now`: an
/// article cannot have been indexed later. Nothing in the row is trusted.
std::optional<Article> from_export_row(const nlohmann::json& row, Moment now);

/// The labels that a row names; empty for rows of other origin.
SourceLabels labels_of_export_row(const nlohmann::json& row);

} // namespace trawl::crawl
