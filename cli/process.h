// SPDX-License-Identifier: GPL-3.0-or-later
/// Starts other programs: Trawl's own, a pager, a browser. Never through a shell.
#pragma once

#include "shared/base/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::cli {

/// Replaces this process with the program `program` (from our own folder, else from PATH). Returns only on failure.
Error exec_sibling(const std::string& program, const std::vector<std::string>& arguments);

/// Opens an http(s) address with $BROWSER, else with xdg-open. Usage for any other address, Network if that fails.
Result<void> open_address(const std::string& url);

/// Writes `text` to stdout, through $TRAWL_PAGER, $PAGER or less (LESS=FRX) when `paged`. It is not an error if
/// the user quits the pager or the reader closes the pipe. Disk if writing fails.
Result<void> write_output(std::string_view text, bool paged);

/// Writes the same way, piece by piece, and waits until the reader of a pipe has taken one before it writes the next.
/// How many were taken whole, which are fewer if the reader stops early.
Result<std::size_t> write_pieces(std::span<const std::string> pieces, bool paged);

} // namespace trawl::cli
