// SPDX-License-Identifier: GPL-3.0-or-later
/// Makes what positions.h reads; apart, as readers need nothing of the analyzer.
#pragma once

#include "shared/text/analyzer.h"

#include <span>
#include <string>

namespace trawl::index {

/// The stems ("Z…") among the terms of an analysed article.
std::string pack_positions(std::span<const text::TermOccurrence> terms);

} // namespace trawl::index
