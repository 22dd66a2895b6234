// SPDX-License-Identifier: GPL-3.0-or-later
/// Whether two articles are one, and what becomes of the copy. Pure decisions; finding the pairs is the crawler's.
///
/// The same text at two addresses is one article. A page that contains others, a reworked article and a translation are
/// articles of their own.
#pragma once

#include "shared/article/article.h"

#include <string_view>

namespace trawl::enrich {

/// How much of each text's shingles the other has, 0 to 1.
struct Containment {
  double of_first = 0; ///< share of the first's shingles that are in the second
  double of_second = 0;
};

/// Exact, linear in both texts.
Containment containment(std::string_view first, std::string_view second);

enum class Sameness {
  Different,
  SameAddress, ///< equal canonical URLs
  SameText,    ///< nearly all of each text is in the other
};

/// Decides from address, language and text. Of texts under 200 words the titles must agree too; texts under 40 words are
/// the same only when all of them is.
Sameness compare(const Article& first, const Article& second);

/// Which of two copies is shown: the one with an earlier date, then the longer text, then the shorter address, then by
/// address. A strict weak order, so that any order of arrival ends the same.
bool is_shown_before(const Article& first, const Article& second);

/// Adds `copy` and its copies to `shown.copies` (sorted, no address twice, never shown's own); fills authors, dates and
/// image that `shown` lacks. `shown` keeps its id.
void fold_into(Article& shown, const Article& copy);

} // namespace trawl::enrich
