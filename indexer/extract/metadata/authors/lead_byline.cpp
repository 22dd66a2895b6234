// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/authors/lead_byline.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "indexer/extract/metadata/authors/byline_names.h"
#include "indexer/extract/metadata/authors/byline_split.h"
#include "indexer/extract/metadata/authors/byline_words.h"
#include "indexer/extract/metadata/metadata_text.h"
#include "shared/base/ascii.h"

namespace trawl::extract {
namespace {

constexpr std::size_t kMaxLineBytes = 1'000;
constexpr std::size_t kMaxLines = 8;
constexpr std::size_t kMaxCompanyWords = 4;

struct LeadLine {
  std::string company; ///< empty after a cue
  std::vector<std::string> people;
};

/// Two to five words that each begin with a capital, as names in running text do.
bool is_full_name(const std::string& name) {
  const auto words = words_of(name);
  const auto may_be_in_name = [](std::string_view word) {
    return is_capitalized(word) || is_name_particle(wording_key(word));
  };
  return words.size() >= 2 && words.size() <= 5 && std::ranges::all_of(words, may_be_in_name) && is_author_name(name) &&
         !is_organization(name) && !name.ends_with('.');
}

/// The people of a list of names; empty if a part of it is something else.
std::vector<std::string> people_of(std::string_view list) {
  std::vector<std::string> people;
  for (const std::string_view part : split_names(list)) {
    std::string name = squeeze(part);
    if (name.empty()) continue; // "Ann Lee, and Bo Ek"
    if (!is_full_name(name)) return {};
    people.push_back(std::move(name));
  }
  return people;
}

/// `is_next`: the previous line is a byline, so that any company may follow.
LeadLine read_line(std::string_view line, bool is_next) {
  LeadLine read;
  if (line.size() > kMaxLineBytes) return read;
  if (const std::size_t cue = byline_cue_length(line); cue > 0 && cue < line.size()) {
    read.people = people_of(ascii::trim(line.substr(cue)));
    return read;
  }
  const auto colon = line.find(": ");
  if (colon == std::string_view::npos) return read;
  read.company = squeeze(line.substr(0, colon));
  const bool may_be_company = is_organization(read.company) || (is_next && is_capitalized(read.company) &&
                                                                words_of(read.company).size() <= kMaxCompanyWords);
  if (may_be_company) read.people = people_of(line.substr(colon + 2));
  return read;
}

void add_new(std::vector<std::string>& list, std::string name) {
  const bool is_known = std::ranges::find(list, name) != list.end();
  if (!is_known && !name.empty()) list.push_back(std::move(name));
}

} // namespace

Byline read_lead_byline(std::string_view text) {
  Byline byline;
  for (std::size_t lines = 0; lines < kMaxLines && !text.empty();) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = ascii::trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    LeadLine read = read_line(line, lines > 0);
    if (read.people.empty()) break;
    ++lines;
    for (std::string& person : read.people) add_new(byline.authors, std::move(person));
    add_new(byline.affiliations, std::move(read.company));
  }
  return byline;
}

} // namespace trawl::extract
