// SPDX-License-Identifier: GPL-3.0-or-later
/// The words that stand before a date and say which date it is.
#pragma once

#include <cstdint>
#include <string_view>

namespace trawl::extract {

enum class DateCue : std::uint8_t {
  None,
  Published, ///< "Posted on", "erschienen am"
  Updated,   ///< "Last updated", "Stand der letzten Änderung"
  Foreign,   ///< a date of something else: "member since", "next review"
};

/// What the words before the first digit of `text` say.
DateCue date_cue(std::string_view text);

/// "veröffentlicht am 6.12.06": what stands behind the cue's words, from the first digit on; empty without a cue.
std::string_view after_date_cue(std::string_view text);

/// Whether the digits of a year of the web's age stand in it.
bool holds_year(std::string_view text);

} // namespace trawl::extract
