// SPDX-License-Identifier: GPL-3.0-or-later
/// The terms of an article.
#pragma once

#include "shared/article/article.h"
#include "shared/text/analyzer.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {

/// The text, the captions, the alternative texts of the pictures, and the titles under which copies were published, so
/// that a search for any of them finds the article.
std::string searched_text(const Article& article);

/// The title that is searched: none if it is made of the first words of the text, which would count twice. Lives as
/// long as the article.
std::string_view searched_title(const Article& article);

/// The words of fields other than title and text: authors and tags, and the title and each author as a whole
/// (shared/schema/terms.h). A source's id counts as a tag.
std::vector<std::string> field_words(const Article& article);

} // namespace trawl::index
