// SPDX-License-Identifier: GPL-3.0-or-later
/// Whether two articles are copies of each other, and what happens to the copy. Pure decisions; the crawler finds the
/// pairs.
///
/// The same text at two addresses is one article. A page that contains other articles, a reworked article and a
/// translation are separate articles.
#pragma once

#include "shared/article/article.h"

#include <string>
#include <string_view>

namespace trawl::enrich {

/// The share of each text's shingles that the other also has, 0 to 1.
struct Containment {
  double of_first = 0; ///< of the first text's shingles, in the second
  double of_second = 0;
};

/// Computes both shares exactly. Linear in both texts.
Containment containment(std::string_view first, std::string_view second);

enum class Sameness {
  Different,
  SameAddress, ///< equal canonical URLs
  SameText,    ///< nearly all of each text is in the other (0.89 of the shingles)
};

/// Compares addresses, languages and texts. If a text has less than 200 words, the titles must agree, too; if it has
/// less than 40, the whole texts must.
Sameness compare(const Article& first, const Article& second);

/// Whether a text has the beginning of another one, letter by letter.
bool begins_with(std::string_view text, std::string_view other);

/// Letters and digits only, in lower case: equal for titles and texts that differ by case, spaces and punctuation.
std::string bare(std::string_view text);

/// Whether two titles are the same except for case, punctuation, and names of the site or section around them. A
/// publisher who gives two articles different titles means them as two articles, however much text they share.
bool titles_agree(std::string_view first, std::string_view second);

/// Whether one of two texts has half of the other one.
bool share_half(std::string_view first, std::string_view second);

/// Whether two articles, one of them at the address to which the other's address redirects, are versions of the same
/// article: they share the title, or half of one's text.
bool is_later_version(const Article& first, const Article& second);

/// Whether `first` is shown rather than `second`: the copy with the earlier date, then with the longer text, then with
/// the shorter address, then by address. A strict weak order, so the order in which copies arrive does not matter.
bool is_shown_before(const Article& first, const Article& second);

/// Adds `copy` and its copies to `shown.copies`: sorted; no address twice, and not that of `shown`.
void add_copy(Article& shown, const Article& copy);

} // namespace trawl::enrich
