// SPDX-License-Identifier: GPL-3.0-or-later
/// The words for parsing bylines: cues, companies, jobs, degrees, placeholders.
#pragma once

#include <cstddef>
#include <string_view>

namespace trawl::extract {

/// The length of the cue at the beginning of `text` ("By ", "Written by: ", "作者："); 0 if there is none.
std::size_t byline_cue_length(std::string_view text);

/// All take a wording key (metadata_text.h): lower case, single spaces.
bool is_company_word(std::string_view key);     ///< a company known by this name: "meta", "hugging face"
bool is_company_ending(std::string_view word);  ///< "inc", "university", "labs"
bool is_job_word(std::string_view word);        ///< occurs in job titles: "writer", "senior", "of"
bool is_real_job(std::string_view word);        ///< "writer", "editor": a whole job title
bool is_only_a_job(std::string_view word);      ///< "reporter": text that ends in it is a job, not a name
bool is_degree(std::string_view word);          ///< "phd", "md", "jr"
bool is_placeholder(std::string_view key);      ///< "admin", "unknown", "guest author"
bool is_never_in_a_name(std::string_view word); ///< "updated", "comments", "min"
bool is_month_or_day(std::string_view word);
bool is_nobody(std::string_view word);        ///< "no", "unknown", "guest": before "author"
bool is_legal_form(std::string_view word);    ///< "gmbh", "inc", "kg"
bool is_preposition(std::string_view word);   ///< as written: "from", "in"; without those that occur in names
bool is_name_particle(std::string_view word); ///< "van", "de", "bin": lower case inside names

} // namespace trawl::extract
