// SPDX-License-Identifier: GPL-3.0-or-later
/// Parsing and printing of answers, shared by the commands.
#pragma once

#include "cli/client.h"
#include "cli/render/render.h"
#include "cli/settings.h"

#include <string>

namespace trawl::cli {

inline constexpr int kFound = 0;
inline constexpr int kNothingFound = 1;

/// Parses an answer's JSON. Malformed if it is not JSON, as when another program answers at --server.
Result<Answer> parse_answer(const std::string& body);

Result<Answer> ask(Client& client, const std::string& path, const Parameters& parameters);

/// Prints to stdout; through the pager if the output is human-readable, goes to a terminal, and the pager is on.
Result<void> print(const Settings& settings, const Style& style, const std::string& text);

/// Writes the notes of an answer to stderr, each on a line: what was searched for instead, what may be meant, what was
/// read as words, what is missing. For every form but JSON, in which they are keys.
void write_notes(const Answer& answer);

/// What feeds and saved searches ask for unless they were told otherwise: nobody may be there to see a correction.
void as_typed_unless_told(Parameters& parameters);

/// Whether nothing that was searched for is missing in the answer.
bool is_whole(const Answer& answer);

/// Adds a page to the whole of which it is a part: what one page lacks, the whole lacks. Of the warnings of a kind,
/// those of the last page count, because damage may be met on any page.
void merge_warnings(Answer& whole, const Answer& page);

/// The API's path of an article named by its id or its address; `--format urls` prints those without an address as
/// trawl:ID.
std::string article_path(std::string word);

/// Advice for a user who names an article by anything but its address or id.
Result<void> check_article_name(const std::string& word);

/// The words from `first` on, joined by blanks.
std::string joined_query(const std::vector<std::string>& words, std::size_t first = 0);

} // namespace trawl::cli
