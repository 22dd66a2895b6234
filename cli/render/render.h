// SPDX-License-Identifier: GPL-3.0-or-later
/// The API's answers as people and programs want to read them. Every function takes an answer's JSON, whether it came
/// from the index here or from a daemon, so both look the same. Each returns text that ends in a newline.
#pragma once

#include "cli/settings.h"
#include "cli/terminal.h"

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace trawl::cli {

using Answer = nlohmann::ordered_json;

/// A results page: hits, facet bars, date histogram, one summary line.
std::string search_for_people(const Answer& search, const Style& style);

/// What the engine has to say about the query: a line each, none if there is nothing.
std::string warnings_for_people(const Answer& search, const Style& style);

/// One article whole.
std::string article_for_people(const Answer& article, const Style& style);

/// Related articles, the trending ones: short lines.
std::string hits_for_people(const Answer& hits, const Style& style);

std::string facet_for_people(const Answer& facet, const std::string& field, const Style& style);
/// `filters`: those of the query; only the dates they let through are drawn.
std::string histogram_for_people(const Answer& histogram, const Answer& filters, const Style& style);
std::string sources_for_people(const Answer& sources, const Style& style);
std::string stats_for_people(const Answer& stats, const Style& style);
std::string suggestions_for_people(const Answer& suggestions, const Style& style);
std::string trending_for_people(const Answer& trending, const Style& style);

/// A row of a table as tab-separated values (tab, newline and backslash as \t, \n, \\) or RFC 4180 csv.
std::string table_row(const std::vector<std::string>& fields, Format format, bool csv_safe);

/// Hits as jsonl, tsv, csv (with a header line where `header`) or urls.
std::string hits_for_programs(const Answer& hits, Format format, bool csv_safe, bool header);

/// A facet's values, or the sources, as tsv or csv.
std::string facet_for_programs(const Answer& facet, Format format, bool csv_safe);
std::string sources_for_programs(const Answer& sources, Format format, bool csv_safe);

} // namespace trawl::cli
