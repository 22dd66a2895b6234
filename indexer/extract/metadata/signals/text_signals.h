// SPDX-License-Identifier: GPL-3.0-or-later
/// Signals that readers see: headings, bylines, dates, and short texts that may be one of them. Each function adds only
/// signals of its element, and nothing to lists that are full.
#pragma once

#include "indexer/extract/metadata/signals/element_marks.h"
#include "indexer/extract/metadata/signals/metadata_signals.h"
#include "indexer/html/dom.h"

#include <cstddef>
#include <cstdint>

namespace trawl::extract {

inline constexpr std::size_t kMaxDateSignals = 120;

void add_heading(MetadataSignals& signals, const html::Dom& dom, html::NodeId at, const ElementMarks& marks,
                 std::uint8_t places);
void add_byline(MetadataSignals& signals, const html::Dom& dom, html::NodeId at, const ElementMarks& marks,
                std::uint8_t places);
void add_date(MetadataSignals& signals, const html::Dom& dom, html::NodeId at, const ElementMarks& marks,
              std::uint8_t places);

/// Adds a text node that contains a year or begins like a byline. A byline cue alone ("By") is added with the text of
/// the elements after it.
void add_short_text(MetadataSignals& signals, const html::Dom& dom, html::NodeId at, std::uint8_t places);

} // namespace trawl::extract
