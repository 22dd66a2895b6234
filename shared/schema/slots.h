// SPDX-License-Identifier: GPL-3.0-or-later
/// Value slots of the index.
#pragma once

namespace trawl::schema {

/// All filter fields of a document in one value (shared/index/columns/column_row.h): one stream to read when an index
/// is opened costs a sixth of six streams.
inline constexpr unsigned kColumnsSlot = 0;

} // namespace trawl::schema
