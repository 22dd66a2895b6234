// SPDX-License-Identifier: GPL-3.0-or-later
/// How plans name terms, and how the database does: stems are prefixed by "Z" before a field's prefix, as Xapian's
/// query parser expects them, and boolean terms have long prefixes.
#pragma once

#include <string>
#include <string_view>

namespace trawl::index {

/// The term of the database for a term of a plan (shared/text/analyzer.h, shared/schema/terms.h).
std::string xapian_term(std::string_view term);

/// Whether Xapian accepts a term: it is not empty and not too long.
bool is_indexable(std::string_view term);

} // namespace trawl::index
