// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/source_tree.h"

namespace trawl::test {

std::string in_source_tree(std::string_view path) { return std::string(TRAWL_SOURCE_DIR "/") += path; }

} // namespace trawl::test
