// SPDX-License-Identifier: GPL-3.0-or-later
/// The rules that remove blocks. block_removal.cpp lists them with their reasons, in the order in which they are
/// applied; each one sees which blocks the earlier rules removed.
#pragma once

namespace trawl::extract {

class ArticleBlocks;

void remove_teasers(ArticleBlocks& article);            // teaser_lists.cpp
void remove_captions(ArticleBlocks& article);           // boilerplate_lines.cpp
void remove_publisher_notices(ArticleBlocks& article);  // boilerplate_lines.cpp
void remove_boilerplate_lines(ArticleBlocks& article);  // boilerplate_lines.cpp
void remove_contents_lists(ArticleBlocks& article);     // link_lines.cpp
void remove_link_lines(ArticleBlocks& article);         // link_lines.cpp
void remove_lines_beside_posts(ArticleBlocks& article); // discussion_posts.cpp
void remove_title_and_bylines(ArticleBlocks& article);  // article_head.cpp
void remove_before_title(ArticleBlocks& article);       // article_head.cpp
void remove_leading_lines(ArticleBlocks& article);      // article_head.cpp
void remove_repetitions(ArticleBlocks& article);        // repetitions.cpp
void remove_orphan_headings(ArticleBlocks& article);    // boilerplate_lines.cpp
void remove_next_articles(ArticleBlocks& article);      // article_tail.cpp
void remove_trailing_lines(ArticleBlocks& article);     // article_tail.cpp

} // namespace trawl::extract
