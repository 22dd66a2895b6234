// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads bylines: "By Ann Lee (Meta) and Bo Ek, Staff Writer | 3 May" names two people and a company.
///
/// Names in any script are kept as written. Dropped are cue words ("By", "Von", "作者："), job titles, dates,
/// addresses, handles and placeholders ("admin"). A company beside people is their affiliation, alone it is the author.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

struct Byline {
  std::vector<std::string> authors;      ///< people and teams, in order, none twice
  std::vector<std::string> affiliations; ///< companies, in order, none twice
};

/// Both lists empty if the text names nobody. Linear in the text, of which the first 2,000 bytes are read.
Byline parse_byline(std::string_view text);

/// Whether `name` can be a person's or team's: letters, not too long, no address, no placeholder, no job alone.
bool is_author_name(std::string_view name);

/// Whether `name` is a company, university or other organisation, by its words.
bool is_organization(std::string_view name);

} // namespace trawl::extract
