// SPDX-License-Identifier: GPL-3.0-or-later
/// Packs the positions that positions.h reads. A separate header, because readers do not need the analyzer.
#pragma once

#include "shared/text/analyzer.h"

#include <span>
#include <string>

namespace trawl::index {

/// Packs the positions of the stems ("Z…") among the terms of an analysed article.
std::string pack_positions(std::span<const text::TermOccurrence> terms);

} // namespace trawl::index
