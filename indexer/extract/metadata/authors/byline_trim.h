// SPDX-License-Identifier: GPL-3.0-or-later
/// Cuts from bylines and names what is not part of a name: cues, dates, jobs, punctuation.
#pragma once

#include <string>
#include <string_view>

namespace trawl::extract {

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

/// Without the people of another role after the first: "Ann Lee" for "Ann Lee. Translation: Bo Ek". A view into `text`.
std::string_view without_other_roles(std::string_view text);

/// "Ann Lee" for "ann-lee" and "ann.lee", as in URLs and account names; other names unchanged.
std::string unslugged(const std::string& name);

/// Without dashes, full stops and quotation marks at the ends, and without what follows a dash. The full stops of
/// initials and of "Jr." stay.
std::string without_end_marks(std::string name);

/// Without the word for reporter at the end of Korean and Chinese bylines: "신현주" for "신현주 기자".
std::string without_press_title(std::string name);

/// "Ann Lee" for "Ann Lee Ann Lee", the label of a picture and its link.
std::string undoubled(std::string name);

} // namespace trawl::extract
