// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads bylines: the people and companies that a line of text names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// The length of the cue at the beginning of `text` ("By ", "Written by: ", "作者："); 0 if there is none.
std::size_t byline_cue_length(std::string_view text);

/// All take a wording key (metadata_text.h): lower case, single spaces.
bool is_company_word(std::string_view key); ///< a company known by this name: "meta", "hugging face"
bool is_job_word(std::string_view word);    ///< occurs in job titles: "writer", "senior", "of"
bool is_real_job(std::string_view word);    ///< "writer", "editor": a whole job title
bool is_month_or_day(std::string_view word);
bool is_name_particle(std::string_view word); ///< "van", "de", "bin": lower case inside names

/// Whether `name` can be the name of a person or team: letters, not too long, not an address, a placeholder or a job.
bool is_author_name(std::string_view name);

/// Whether `name` is a company, university or other organisation, by its words.
bool is_organization(std::string_view name);

/// The words of a text with single spaces. Views into it.
std::vector<std::string_view> words_of(std::string_view text);
std::vector<std::string_view> words_of(std::string&&) = delete; // the views would outlive the text
bool is_job(std::string_view key);                              ///< "senior staff writer"

/// Whether the first letter is not in lower case.
bool is_capitalized(std::string_view word);

/// The parts between separators: commas, semicolons, "and" in several languages and the like. Separators inside
/// brackets do not count. Views into `text`.
std::vector<std::string_view> split_names(std::string_view text);

/// The lines of a byline. Two lines are joined if a separator is at the end of the first or the beginning of the
/// second.
std::vector<std::string> joined_lines(std::string_view text);

/// Without the cues at the beginning: "Ann Lee" for "Written by: Ann Lee". A view into `text`.
std::string_view without_cues(std::string_view text);

/// The part after a cue that follows a date: "Ann Lee" for "Mar 6 Written By Ann Lee". All of `text` if there is no
/// such cue.
std::string_view after_inner_cue(std::string_view text);

/// Without the part after the names: " on 3 May", " - Site", "Updated: …". A view into `text`.
std::string_view without_dates_after(std::string_view text);

bool begins_with_date(std::string_view text);

/// Without a date, job or degree at the end: "Ann Lee Mar 14", "Ann Lee Senior Editor", "Ann Lee PhD".
std::string without_tail_words(const std::string& name);

/// "Ann Lee" for "ann-lee" and "ann.lee", as in URLs and account names; other names unchanged.
std::string unslugged(const std::string& name);

/// Without dashes, full stops and quotation marks at the ends, and without what follows a dash. The full stops of
/// initials and of "Jr." stay.
std::string without_end_marks(std::string name);

/// Without the word for reporter at the end of Korean and Chinese bylines: "신현주" for "신현주 기자".
std::string without_press_title(std::string name);

/// "Ann Lee" for "Ann Lee Ann Lee", the label of a picture and its link.
std::string undoubled(std::string name);

struct Byline {
  std::vector<std::string> authors;      ///< people and teams, in order, none twice
  std::vector<std::string> affiliations; ///< companies, in order, none twice
};

/// Both lists are empty if the text names nobody. Linear in the text, of which the first 2,000 bytes are read.
Byline parse_byline(std::string_view text);

} // namespace trawl::extract
