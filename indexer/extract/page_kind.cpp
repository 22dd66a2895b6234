// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/page_kind.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "indexer/html/ascii.h"

namespace trawl::extract {
namespace {

using html::Dom;
using html::NodeId;
using html::Tag;

constexpr std::string_view kTypes[] = {"DiscussionForumPosting", "QAPage"};

constexpr std::string_view kGenerators[] = {"phpbb",   "vbulletin", "xenforo",         "discourse", "mybb",
                                            "flarum",  "invision",  "simple machines", "smf",       "nodebb",
                                            "vanilla", "woltlab",   "burning board"};

constexpr std::string_view kOuterClasses[] = {
    "forum",     "forums",        "thread",     "phpbb",        "vbulletin",
    "bbpress",   "question-page", "topic-page", "single-topic", "section-viewtopic",
    "discussion"};

constexpr std::string_view kAddressWords[] = {"forum",      "forums",         "viewtopic",   "viewtopic.php",
                                              "showthread", "showthread.php", "thread",      "threads",
                                              "questions",  "discussion",     "discussions", "forumdisplay"};

bool contains_any(std::string_view text, auto&& words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

/// Whether a part of the path, or the first label of the host, is one of the words.
bool has_address_word(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return false;
  const std::string rest = html::to_lower(url.substr(scheme + 3, url.find_first_of("?#", scheme + 3) - scheme - 3));
  for (std::size_t at = 0; at < rest.size();) {
    const std::size_t end = std::min(rest.find_first_of("/.", at), rest.size());
    const std::string_view part = std::string_view(rest).substr(at, end - at);
    if (std::ranges::find(kAddressWords, part) != std::end(kAddressWords)) return true;
    at = end + 1;
  }
  return false;
}

bool has_class(const Dom& dom, NodeId node, auto&& classes) {
  const std::string names = html::to_lower(dom.attribute(node, "class"));
  for (std::size_t at = 0; at < names.size();) {
    const std::size_t end = std::min(names.find(' ', at), names.size());
    if (std::ranges::find(classes, std::string_view(names).substr(at, end - at)) != std::end(classes)) return true;
    at = end + 1;
  }
  return false;
}

bool says_type(const Dom& dom, NodeId node) {
  const Tag tag = dom[node].tag;
  if (tag == Tag::Script) {
    return dom[node].first_child != html::kNoNode && contains_any(dom[dom[node].first_child].text, kTypes);
  }
  if (tag == Tag::Meta && html::equals_ignoring_case(dom.attribute(node, "name"), "generator")) {
    return contains_any(html::to_lower(dom.attribute(node, "content")), kGenerators);
  }
  return contains_any(dom.attribute(node, "itemtype"), kTypes);
}

} // namespace

bool is_discussion(const Dom& dom, std::string_view url) {
  if (has_address_word(url)) return true;
  for (const NodeId outer : {dom.html(), dom.body()}) {
    if (outer == html::kNoNode) continue;
    if (has_class(dom, outer, kOuterClasses) || dom.attribute(outer, "data-template") == "thread_view") return true;
  }
  for (NodeId node = 0; node < dom.size(); ++node) {
    if (dom[node].attribute_count > 0 && says_type(dom, node)) return true;
  }
  return false;
}

} // namespace trawl::extract
