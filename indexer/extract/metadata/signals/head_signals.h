// SPDX-License-Identifier: GPL-3.0-or-later
/// Signals of single elements without text of their own: meta, script, link, title and img. Each function adds only
/// signals of its element, and nothing to lists that are full.
#pragma once

#include "indexer/extract/metadata/signals/metadata_signals.h"
#include "indexer/html/dom.h"

#include <cstddef>
#include <cstdint>

namespace trawl::extract {

void add_meta(MetadataSignals& signals, const html::Dom& dom, html::NodeId at, std::uint8_t places);

/// Reads a script of JSON-LD, or the front matter of a Distill article. `bytes_read`: the size of all blocks read so
/// far, which is bounded by kMaxJsonLdBytes.
void add_json_ld(MetadataSignals& signals, const html::Dom& dom, html::NodeId at, std::size_t& bytes_read);

void add_link(MetadataSignals& signals, const html::Dom& dom, html::NodeId at);
void add_document_title(MetadataSignals& signals, const html::Dom& dom, html::NodeId at);
void add_image(MetadataSignals& signals, const html::Dom& dom, html::NodeId at, std::uint8_t places);

} // namespace trawl::extract
