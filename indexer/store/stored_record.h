// SPDX-License-Identifier: GPL-3.0-or-later
/// How members keep the records of their articles. An imported row nearly is its article's record, so only what the row
/// does not say is kept: a zero byte, and a frame that is read with the input's body (compress_against). Any other
/// record is a frame of its own, as older programs wrote all of them.
#pragma once

#include "shared/base/result.h"
#include "shared/store/sqlite.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace trawl::store {

/// SQL for the body that the record of member `m` is read with, of its input `i`; else NULL, so that no page is read.
inline constexpr std::string_view kBodyOfRecord = "CASE WHEN substr(m.record, 1, 1) = x'00' THEN i.body END";

/// `body`: that column.
Result<std::string> read_record(std::string_view stored, std::string_view body);

/// What is stored of the record of an input, which is there already.
Result<std::string> stored_record(Database& database, std::int64_t input, std::string_view record);

/// Writes the record of the member of this input, if there is one, as a frame of its own. Called before the body is
/// replaced by another one.
Result<void> detach_record(Database& database, std::string_view url, std::int64_t kind, std::string_view new_body);

} // namespace trawl::store
