// SPDX-License-Identifier: GPL-3.0-or-later
/// The members of an article, told once: what stores an article, reads it back, exports or imports it visits them here,
/// so a new member is in all of those, or they do not compile.
#pragma once

#include "shared/article/article.h"

#include <string_view>
#include <utility>

namespace trawl {

struct Member {
  std::string_view name;
  bool is_rare = false; ///< few articles have it, so formats leave it out where it is empty
};

/// Calls `visit(Member, value)` for each member of an article, const or not, but its text and the text's structure,
/// which each format keeps in its own way. The order is that of stored records and never changes; new members come
/// last and are rare.
template <typename SomeArticle, typename Visit>
void for_each_member(SomeArticle& article, Visit visit) {
  // Names all members, so that it does not compile if one is missing here.
  auto& [id, aliases, url, title, source, site, authors, affiliations, captions, published, updated, indexed, category,
         tags, language, text, structure, image, words, reading_minutes, gone_since, copies, provenance] = article;
  visit(Member{"id"}, id);
  visit(Member{"url"}, url);
  visit(Member{"title"}, title);
  visit(Member{"source"}, source);
  visit(Member{"site"}, site);
  visit(Member{"authors"}, authors);
  visit(Member{"affiliations"}, affiliations);
  visit(Member{"captions"}, captions);
  visit(Member{"published"}, published);
  visit(Member{"updated"}, updated);
  visit(Member{"indexed"}, indexed);
  visit(Member{"category"}, category);
  visit(Member{"tags"}, tags);
  visit(Member{"language"}, language);
  visit(Member{"image"}, image);
  visit(Member{"words"}, words);
  visit(Member{"reading_minutes"}, reading_minutes);
  visit(Member{"aliases"}, aliases);
  visit(Member{"copies"}, copies);
  visit(Member{"provenance"}, provenance);
  visit(Member{"gone_since", true}, gone_since);
}

/// Whether a member says nothing.
template <typename Value>
bool is_empty(const Value& value) {
  return value == Value{};
}

} // namespace trawl
