// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/formats/person_construct.h"

#include <algorithm>

#include "indexer/feed/formats/metadata_elements.h"
#include "indexer/feed/html_fragment.h"
#include "shared/base/ascii.h"

namespace trawl::feed {
namespace {

using ascii::to_lower;
using ascii::trim;

bool is_email(std::string_view word) {
  const auto at = word.find('@');
  return at != std::string_view::npos && at > 0 && word.find('.', at) != std::string_view::npos &&
         word.find_first_of(" \t\n<>()") == std::string_view::npos;
}

/// Removes the first `open` … `close` from `text` and returns what was between them; empty if there is none.
std::string cut_between(std::string& text, char open, char close) {
  const auto begin = text.find(open);
  const auto end = begin == std::string::npos ? begin : text.find(close, begin);
  if (end == std::string::npos) return {};
  std::string inside(trim(std::string_view(text).substr(begin + 1, end - begin - 1)));
  text.erase(begin, end - begin + 1);
  return inside;
}

std::string first_text(const FeedDocument& document, NodeId node, std::initializer_list<std::string_view> locals) {
  for (const std::string_view local : locals) {
    for (const NodeId child : child_elements(document.tree, node)) {
      if (document.tree[child].local != local) continue;
      if (auto text = fold_spaces(document.text(child)); !text.empty()) return text;
    }
  }
  return {};
}

bool is_same_person(const FeedAuthor& a, const FeedAuthor& b) {
  if (!a.name.empty() && !b.name.empty()) return to_lower(a.name) == to_lower(b.name);
  return !a.email.empty() && to_lower(a.email) == to_lower(b.email);
}

} // namespace

FeedAuthor person_of_text(std::string_view given) {
  std::string text = plain_text(given);
  FeedAuthor person;
  if (text.starts_with("mailto:")) text.erase(0, 7);
  if (std::string inside = cut_between(text, '<', '>'); is_email(inside))
    person.email = std::move(inside);
  else if (!inside.empty())
    text = fold_spaces(text + " <" + inside + ">");
  std::string rest(trim(text));
  if (const auto space = rest.find_first_of(" \t("); person.email.empty() && is_email(rest.substr(0, space))) {
    person.email = rest.substr(0, space);
    rest.erase(0, person.email.size());
    if (std::string name = cut_between(rest, '(', ')'); !name.empty()) rest = std::move(name);
  } else if (std::string inside = cut_between(rest, '(', ')'); is_email(inside)) {
    person.email = std::move(inside);
  } else {
    rest = trim(text);
  }
  person.name = trim(rest);
  if (person.name.size() > 1 && person.name.front() == '"' && person.name.back() == '"') {
    person.name = person.name.substr(1, person.name.size() - 2);
  }
  return person;
}

namespace {

/// Child elements name, email and uri (RFC 4287 §3.2); without them, a text as in RSS.
FeedAuthor person_of(const FeedDocument& document, NodeId node) {
  if (!has_child_elements(document.tree, node)) return person_of_text(document.text(node));
  FeedAuthor person;
  person.name = first_text(document, node, {"name", "title", "value"});
  person.email = first_text(document, node, {"email"});
  person.uri = absolute_link(first_text(document, node, {"uri", "url", "homepage"}), document.base_of(node));
  if (person.name.empty() && person.email.empty()) {
    FeedAuthor written = person_of_text(document.text(node));
    written.uri = person.uri;
    return written;
  }
  if (person.name.contains('@')) {
    const FeedAuthor split = person_of_text(person.name);
    if (!split.email.empty()) {
      if (person.email.empty()) person.email = split.email;
      person.name = split.name;
    }
  }
  return person;
}

} // namespace

std::vector<FeedAuthor> people_of(const FeedDocument& document, NodeId parent, ElementNames names) {
  std::vector<FeedAuthor> people;
  for (const NodeId node : document.all(parent, names)) {
    FeedAuthor person = person_of(document, node);
    if (person.name.empty() && person.email.empty()) continue;
    const auto known = std::find_if(people.begin(), people.end(),
                                    [&](const FeedAuthor& other) { return is_same_person(person, other); });
    if (known == people.end() && people.size() == kMaxPerEntry) break;
    if (known == people.end())
      people.push_back(std::move(person));
    else if (known->email.empty())
      known->email = std::move(person.email);
  }
  return people;
}

} // namespace trawl::feed
