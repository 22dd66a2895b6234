// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/discussion.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "shared/base/ascii.h"

namespace trawl::extract {
namespace {

using html::Dom;
using html::NodeId;
using html::Tag;

constexpr std::string_view kSchemaTypes[] = {"DiscussionForumPosting", "QAPage"};

constexpr std::string_view kGenerators[] = {"phpbb",   "vbulletin", "xenforo",         "discourse", "mybb",
                                            "flarum",  "invision",  "simple machines", "smf",       "nodebb",
                                            "vanilla", "woltlab",   "burning board"};

constexpr std::string_view kOuterClasses[] = {
    "forum",     "forums",        "thread",     "phpbb",        "vbulletin",
    "bbpress",   "question-page", "topic-page", "single-topic", "section-viewtopic",
    "discussion"};

constexpr std::string_view kUrlWords[] = {"forum",      "forums",         "viewtopic",   "viewtopic.php",
                                          "showthread", "showthread.php", "thread",      "threads",
                                          "questions",  "discussion",     "discussions", "forumdisplay"};

bool contains_any(std::string_view text, auto&& words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

/// Whether a label of the host or a segment of the path is one of kUrlWords.
bool has_discussion_word(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return false;
  const std::string rest = ascii::to_lower(url.substr(scheme + 3, url.find_first_of("?#", scheme + 3) - scheme - 3));
  for (std::size_t at = 0; at < rest.size();) {
    const std::size_t end = std::min(rest.find_first_of("/.", at), rest.size());
    const std::string_view part = std::string_view(rest).substr(at, end - at);
    if (std::ranges::find(kUrlWords, part) != std::end(kUrlWords)) return true;
    at = end + 1;
  }
  return false;
}

bool has_class(const Dom& dom, NodeId node, auto&& classes) {
  const std::string names = ascii::to_lower(dom.attribute(node, "class"));
  for (std::size_t at = 0; at < names.size();) {
    const std::size_t end = std::min(names.find(' ', at), names.size());
    if (std::ranges::find(classes, std::string_view(names).substr(at, end - at)) != std::end(classes)) return true;
    at = end + 1;
  }
  return false;
}

/// Whether a script, a generator element or microdata says that the page is a discussion.
bool names_discussion(const Dom& dom, NodeId node) {
  const Tag tag = dom[node].tag;
  if (tag == Tag::Script) {
    return dom[node].first_child != html::kNoNode && contains_any(dom[dom[node].first_child].text, kSchemaTypes);
  }
  if (tag == Tag::Meta && ascii::equals_ignoring_case(dom.attribute(node, "name"), "generator")) {
    return contains_any(ascii::to_lower(dom.attribute(node, "content")), kGenerators);
  }
  return contains_any(dom.attribute(node, "itemtype"), kSchemaTypes);
}

} // namespace

bool is_discussion(const Dom& dom, std::string_view url) {
  if (has_discussion_word(url)) return true;
  for (const NodeId outer : {dom.html(), dom.body()}) {
    if (outer == html::kNoNode) continue;
    if (has_class(dom, outer, kOuterClasses) || dom.attribute(outer, "data-template") == "thread_view") return true;
  }
  for (NodeId node = 0; node < dom.size(); ++node) {
    if (dom[node].attribute_count > 0 && names_discussion(dom, node)) return true;
  }
  return false;
}

} // namespace trawl::extract
