// SPDX-License-Identifier: GPL-3.0-or-later
/// The file iamglass of a shard, which each of Xapian's commits replaces: where the roots of its tables are.
#pragma once

#include <filesystem>
#include <string_view>

namespace trawl::index {

/// Xapian 1.4 believes how deep its tables are, how large their blocks, and whether they have a root: a wrong bit there
/// would end the program or never let it end. Throws Xapian::DatabaseCorruptError if a table has a depth or a block
/// size that no table has, or articles and no root. A file that cannot be read, or begins otherwise, is left to Xapian.
void check_version_file(const std::filesystem::path& shard);

/// Whether the bytes of the file are possible.
bool is_version_file(std::string_view bytes);

} // namespace trawl::index
