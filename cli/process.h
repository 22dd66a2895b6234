// SPDX-License-Identifier: GPL-3.0-or-later
/// Other programs that the command line starts: its siblings, a pager, an opener of addresses. Never through a shell.
#pragma once

#include "shared/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::cli {

/// Replaces this process by the sibling `program` (beside our own file, else on PATH) with `arguments`. Returns only on
/// failure.
Error exec_sibling(const std::string& program, const std::vector<std::string>& arguments);

/// Opens an http(s) address with $BROWSER, xdg-open or open. Usage for any other address.
Result<void> open_address(const std::string& url);

/// Writes `text` to stdout, through $TRAWL_PAGER, $PAGER or less (LESS=FRX) when `paged`. A pager that is quit early,
/// or a reader that closes the pipe, is no error. Disk.
Result<void> write_output(std::string_view text, bool paged);

} // namespace trawl::cli
