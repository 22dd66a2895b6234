// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace trawl::fetch {

/// How far ahead of the clock a recorded time may be to be accepted. Smaller corrections of the clock change nothing; a
/// time further ahead was recorded while the clock was wrong.
inline constexpr std::chrono::hours kClockSlack{1};

} // namespace trawl::fetch
