// SPDX-License-Identifier: GPL-3.0-or-later
/// The words bylines are read by.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::extract {

/// The length of the cue at the beginning of `text` ("By ", "Written by: ", "作者："), 0 if there is none.
std::size_t byline_cue_length(std::string_view text);

/// All take a wording key (lower case, single blanks).
bool is_company_word(std::string_view key);     ///< a company known by this name: "meta", "hugging face"
bool is_company_ending(std::string_view word);  ///< "inc", "university", "labs"
bool is_job_word(std::string_view word);        ///< "writer", "senior", "of"
bool is_real_job(std::string_view word);        ///< "writer", "editor": a job by itself
bool is_only_a_job(std::string_view word);      ///< "reporter": no name ends in it
bool is_degree(std::string_view word);          ///< "phd", "md", "jr"
bool is_placeholder(std::string_view key);      ///< "admin", "unknown", "guest author"
bool is_never_in_a_name(std::string_view word); ///< "updated", "comments", "min"
bool is_month_or_day(std::string_view word);
bool is_name_particle(std::string_view word); ///< "van", "de", "bin": lower case inside names

/// Korean and Chinese bylines end in the word for reporter: "신현주 기자" is "신현주".
std::string without_press_title(std::string name);

/// "Ann Lee Ann Lee" of a picture's label and its link is "Ann Lee".
std::string undoubled(std::string name);

} // namespace trawl::extract
