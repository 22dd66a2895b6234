// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace trawl::fetch {

/// How far ahead of the clock a recorded time may be and still be believed. A clock that is set right by less changes
/// nothing; anything further ahead was recorded while the clock was wrong.
inline constexpr std::chrono::hours kClockSlack{1};

} // namespace trawl::fetch
