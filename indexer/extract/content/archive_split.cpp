// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/archive_split.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "indexer/extract/metadata/byline.h"
#include "indexer/extract/words/words.h"
#include "shared/base/ascii.h"

namespace trawl::extract {
namespace {

constexpr std::string_view kRowEnd = "Read More";

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(ascii::trim(text.substr(at, end - at)));
    at = end + 1;
  }
  return lines;
}

/// Whether the line is the alternative text of an image, saved as a line of its own: a few words in lower case that end
/// with a kind of image or begin with a person.
bool describes_image(std::string_view line) {
  if (line.empty() || line.front() < 'a' || line.front() > 'z') return false;
  const auto parts = words_of(line);
  if (parts.size() > 6 || !ascii::is_alpha(line.back())) return false;
  return words::has(words::kLinesImageKinds, parts.back()) ||
         (parts.size() > 2 && words::has(words::kLinesPeople, parts.front()));
}

ArchiveRow row_of(const std::vector<std::string_view>& lines, std::size_t begin, std::size_t end) {
  ArchiveRow row;
  bool is_paragraph_end = false, is_title_line = true;
  for (std::size_t i = begin; i < end; ++i) {
    if (lines[i].empty()) {
      is_paragraph_end = true;
      continue;
    }
    if (row.title.empty()) {
      row.title = lines[i];
      continue;
    }
    const bool is_repeated = std::exchange(is_title_line, false) && lines[i] == row.title;
    const bool is_alone = lines[i - 1].empty() && (i + 1 == end || lines[i + 1].empty());
    if (is_repeated || (is_alone && describes_image(lines[i]))) continue;
    if (!row.text.empty()) row.text += is_paragraph_end ? "\n\n" : "\n";
    row.text += lines[i];
    is_paragraph_end = false;
  }
  return row;
}

} // namespace

bool is_text_archive(std::string_view text) { return std::ranges::count(lines_of(text), kRowEnd) > 0; }

std::vector<ArchiveRow> split_text_archive(std::string_view text) {
  const std::vector<std::string_view> lines = lines_of(text);
  std::vector<ArchiveRow> rows;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= lines.size(); ++i) {
    if (i < lines.size() && lines[i] != kRowEnd) continue;
    ArchiveRow row = row_of(lines, begin, i);
    if (!row.title.empty()) rows.push_back(std::move(row));
    begin = i + 1;
  }
  return rows;
}

} // namespace trawl::extract
