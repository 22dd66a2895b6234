// SPDX-License-Identifier: GPL-3.0-or-later
/// Formats the API's answers for people and for programs. Every function takes the JSON of an answer and returns text
/// that ends in a newline.
#pragma once

#include "cli/settings.h"
#include "cli/terminal.h"

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace trawl::cli {

using Answer = nlohmann::ordered_json;

/// A results page: hits, facet bars, date histogram, one summary line. Its notes are written elsewhere.
std::string search_for_people(const Answer& search, const Style& style);

/// The metadata and whole text of one article.
std::string article_for_people(const Answer& article, const Style& style);

std::string provenance_for_people(const Answer& article, const Style& style);

/// A plain list of hits, e.g. related articles.
std::string hits_for_people(const Answer& hits, const Style& style, std::size_t first_number = 1);

std::string facet_for_people(const Answer& facet, const std::string& field, const Style& style);
std::string histogram_for_people(const Answer& histogram, const Style& style);
std::string sources_for_people(const Answer& sources, const Style& style);
std::string stats_for_people(const Answer& stats, const Style& style);
std::string suggestions_for_people(const Answer& suggestions, const Style& style);
std::string trending_for_people(const Answer& trending, const Style& style);
/// Queries by interval with counts, shaded by their share of the interval's articles; on a terminal, the last intervals
/// that fit.
std::string trends_for_people(const Answer& trends, const Style& style);

/// A row of a table as tab-separated values (tab, newline and backslash as \t, \n, \\) or RFC 4180 csv.
std::string table_row(const std::vector<std::string>& fields, Format format, bool csv_safe);

/// Hits as jsonl, tsv, csv or urls. Dates are days. `header`: the first line of a table names its columns.
std::string hits_for_programs(const Answer& hits, Format format, bool csv_safe, bool header);

/// A facet's values, or the sources, as tsv or csv. `field`: the first column of each row; none if it is empty.
std::string facet_for_programs(const Answer& facet, const std::string& field, Format format, bool csv_safe,
                               bool header);
std::string trends_for_programs(const Answer& trends, Format format, bool csv_safe, bool header);
std::string sources_for_programs(const Answer& sources, Format format, bool csv_safe, bool header);

} // namespace trawl::cli
