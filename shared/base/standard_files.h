// SPDX-License-Identifier: GPL-3.0-or-later
/// A program's standard input, output and error output, which whoever starts it may have closed.
#pragma once

#include "shared/base/result.h"

namespace trawl {

/// Gives those that are closed to no other file: a file that a program opens would get the number, and messages would
/// be written into it. Reading and writing them still fails. Programs call this first.
void reserve_standard_files();

/// Whether everything written to std::cout has arrived; a reader that stops early, such as `head`, is not a failure.
Result<void> flush_standard_output();

} // namespace trawl
