// SPDX-License-Identifier: GPL-3.0-or-later
/// Words before a date that say which date it is.
#pragma once

#include <cstdint>
#include <string_view>

namespace trawl::extract {

enum class DateCue : std::uint8_t {
  None,
  Published, ///< "Posted on", "erschienen am"
  Updated,   ///< "Last updated", "Stand der letzten Änderung"
  Foreign,   ///< the date of something else: "member since", "next review"
};

/// The cue among the words before the first digit of `text`.
DateCue date_cue(std::string_view text);

/// The rest of `text` from the first digit on, if a cue for a publication or an update precedes it; else empty.
std::string_view after_date_cue(std::string_view text);

/// Whether the text contains the digits of a year from 1900 to 2099.
bool contains_year(std::string_view text);

} // namespace trawl::extract
