// SPDX-License-Identifier: GPL-3.0-or-later
/// The rules that remove blocks. block_removal.cpp lists them with their reasons, in the order in which they are
/// applied; each one sees which blocks the earlier rules removed.
#pragma once

namespace trawl::extract {

class ArticleBlocks;

void remove_teasers(ArticleBlocks& article);
void remove_captions(ArticleBlocks& article);
void remove_publisher_notices(ArticleBlocks& article);
void remove_boilerplate_lines(ArticleBlocks& article);
void remove_contents_lists(ArticleBlocks& article);
void remove_link_lines(ArticleBlocks& article);
void remove_lines_beside_posts(ArticleBlocks& article);
void remove_before_title(ArticleBlocks& article);
void remove_leading_lines(ArticleBlocks& article);
void remove_repetitions(ArticleBlocks& article);
void remove_next_articles(ArticleBlocks& article);
void remove_beyond_paragraphs(ArticleBlocks& article);
void remove_trailing_lines(ArticleBlocks& article);

} // namespace trawl::extract
