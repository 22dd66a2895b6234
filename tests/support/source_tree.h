// SPDX-License-Identifier: GPL-3.0-or-later
/// Where the tests find the files of this source tree: the schema, the documentation, the fixtures.
#pragma once

#include <string>
#include <string_view>

namespace trawl::test {

/// The absolute path of a file of the source tree, such as "schema/fields.json". Only the unit that defines this knows
/// where the tree lies, so that the compiled tests of two checkouts are the same.
std::string in_source_tree(std::string_view path);

} // namespace trawl::test
