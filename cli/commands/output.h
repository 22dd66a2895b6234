// SPDX-License-Identifier: GPL-3.0-or-later
/// What the commands share: asking the API, printing its answers, and the words with which an article or a query is
/// named.
#pragma once

#include "cli/client.h"
#include "cli/render/render.h"
#include "cli/settings.h"

#include <string>

namespace trawl::cli {

/// The exit codes of a command that got an answer; those of errors are in shared/base/result.h.
inline constexpr int kFound = 0;
inline constexpr int kNothingFound = 1;

/// Parses an answer's JSON. Malformed if it is not JSON, as when another program answers at --server.
Result<Answer> parse_answer(const std::string& body);

/// The parsed answer to a GET request. The client's errors, and that of parse_answer.
Result<Answer> ask(Client& client, const std::string& path, const Parameters& parameters);

/// Prints to stdout; through the pager if the output is human-readable, goes to a terminal, and the pager is on.
Result<void> print(const Settings& settings, const Style& style, const std::string& text);

/// Writes the notes of an answer to stderr, each on a line: what was searched for instead, what may be meant, what was
/// read as words, what is missing; with --quiet only if something is missing. For every form but JSON, in which they
/// are keys. `is_correction_told`: by what is printed.
void write_notes(const Settings& settings, const Answer& answer, bool is_correction_told = false);

/// Adds as_typed=1 unless `parameters` says something about it: a query that nobody watches is searched as it was
/// typed, never corrected.
void as_typed_unless_told(Parameters& parameters);

/// False if the engine gave up or met damage before it had looked at everything (`total_relation` is not "exact").
bool is_whole(const Answer& answer);

/// Adds what `page` says to `whole`, the answer that is made of several pages: if a page is not whole, neither is the
/// answer. Of warnings with the same code, those of the last page count, because damage may be met on any page.
void merge_warnings(Answer& whole, const Answer& page);

/// The API's path of an article named by its id or its address; `--format urls` prints those without an address as
/// trawl:ID.
std::string article_path(std::string word);

/// Usage, with advice, if `word` cannot be an article's address or id.
Result<void> check_article_name(const std::string& word);

/// The words from `first` on, joined by blanks.
std::string joined_query(const std::vector<std::string>& words, std::size_t first = 0);

} // namespace trawl::cli
