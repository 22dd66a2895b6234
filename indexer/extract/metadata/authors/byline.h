// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads bylines: "By Ann Lee (Meta) and Bo Ek, Staff Writer | 3 May" names two people and a company.
///
/// Names in any script are kept as written. Cues ("By", "Von", "作者："), job titles, dates, addresses, handles and
/// placeholders ("admin") are dropped. A company beside people is their affiliation; alone it is the author.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

struct Byline {
  std::vector<std::string> authors;      ///< people and teams, in order, none twice
  std::vector<std::string> affiliations; ///< companies, in order, none twice
};

/// Both lists are empty if the text names nobody. Linear in the text, of which the first 2,000 bytes are read.
Byline parse_byline(std::string_view text);

} // namespace trawl::extract
