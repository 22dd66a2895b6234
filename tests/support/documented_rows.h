// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads tables of the documentation, so that tests can check them.
#pragma once

#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/source_tree.h"

namespace trawl::test {

/// The rows of two cells in backquotes under the heading `## section`.
inline std::vector<std::pair<std::string, std::string>> documented_rows(std::string_view section,
                                                                        const std::string& page = "query-language.md") {
  std::ifstream file(in_source_tree("docs/" + page));
  std::vector<std::pair<std::string, std::string>> rows;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## ")) inside = line.substr(3) == section;
    if (!inside || !line.starts_with("| `")) continue;
    const std::size_t first_end = line.find("` | `", 3);
    const std::size_t second_end = line.find("` |", first_end + 5);
    if (first_end == std::string::npos || second_end == std::string::npos) continue;
    rows.emplace_back(line.substr(3, first_end - 3), line.substr(first_end + 5, second_end - first_end - 5));
  }
  return rows;
}

} // namespace trawl::test
