// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/page_rules.h"

#include "indexer/extract/metadata/byline.h"
#include "indexer/extract/structure/page_structure.h"
#include "indexer/html/text.h"
#include "shared/text/dates/parse_date.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace trawl::extract {
namespace {

using html::Dom;
using html::NodeId;

constexpr std::size_t kMaxMatches = 50; // a selector with more matches matches too much

void note_origin(Article& article, std::string_view field, const std::string& rule) {
  std::erase_if(article.provenance, [&](const auto& origin) { return origin.field == field; });
  article.provenance.push_back({std::string(field), "rule: " + rule});
}

/// The text of an element on one line, also of an inline element.
std::string line_of(const Dom& dom, NodeId node) {
  auto line = html::line_text(dom, node);
  return line.empty() ? html::squeeze(html::raw_text(dom, node)) : line;
}

/// The machine-readable value of an element, else its text.
std::string value_of(const Dom& dom, NodeId node) {
  for (const std::string_view name : {"datetime", "content"}) {
    if (const auto value = dom.attribute(node, name); !value.empty()) return std::string(value);
  }
  return line_of(dom, node);
}

void add_keywords(std::vector<std::string>& keywords, std::string_view text) {
  while (!text.empty()) {
    const auto comma = std::min(text.find(','), text.size());
    auto keyword = html::squeeze(text.substr(0, comma));
    keyword.erase(0, std::min(keyword.find_first_not_of('#'), keyword.size()));
    if (!keyword.empty() && std::ranges::find(keywords, keyword) == keywords.end())
      keywords.push_back(std::move(keyword));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
}

} // namespace

bool PageRules::is_known(std::string_view name) {
  constexpr std::array<std::string_view, 6> kNames{"content", "remove", "title", "date", "author", "tags"};
  return std::ranges::find(kNames, name) != kNames.end();
}

Result<PageRules> PageRules::compile(const std::map<std::string, std::string>& selectors) {
  PageRules rules;
  for (const auto& [name, css] : selectors) {
    if (!is_known(name)) {
      return fail(ErrorCode::BadInput, "unknown rule", "rule \"" + name + "\"",
                  "the rules are content, remove, title, date, author and tags");
    }
    auto selector = html::CssSelector::parse(css);
    if (!selector) {
      return fail(ErrorCode::BadInput, selector.error().what, "rule \"" + name + "\"", selector.error().hint);
    }
    rules.selectors_.emplace(name, std::move(*selector));
  }
  return rules;
}

const html::CssSelector* PageRules::find(std::string_view name) const {
  const auto found = selectors_.find(name);
  return found == selectors_.end() ? nullptr : &found->second;
}

void PageRules::prepare(Dom& dom) const {
  const auto* remove = find("remove");
  if (remove == nullptr) return;
  for (const NodeId node : remove->outermost(dom)) dom.blank(node);
}

content::Content PageRules::content(const Dom& dom, std::string_view base_url) const {
  content::Content all;
  const auto* content = find("content");
  if (content == nullptr) return all;
  for (const NodeId node : content->outermost(dom)) {
    std::ranges::move(element_structure(dom, node, base_url), std::back_inserter(all));
  }
  return all;
}

std::vector<NodeId> PageRules::matches(const Dom& dom, std::string_view name) const {
  const auto* selector = find(name);
  auto found = selector == nullptr ? std::vector<NodeId>() : selector->outermost(dom);
  found.resize(std::min(found.size(), kMaxMatches));
  return found;
}

void PageRules::apply(const Dom& dom, const PageInput& input, Extract& extract) const {
  Article& article = extract.article;
  for (const NodeId node : matches(dom, "title")) {
    auto title = value_of(dom, node);
    if (title.empty()) continue;
    article.title = std::move(title);
    note_origin(article, "title", "title");
    break;
  }
  for (const NodeId node : matches(dom, "date")) {
    const auto date = text::parse_page_date(value_of(dom, node), article.language);
    const bool is_future = date && input.now != Moment{} && !text::plausible(date, input.now);
    if (!date || is_future) continue;
    article.published = date;
    note_origin(article, "published", "date");
    break;
  }
  Byline byline;
  for (const NodeId node : matches(dom, "author")) {
    const auto one = parse_byline(value_of(dom, node));
    for (const auto& author : one.authors) add_once(byline.authors, author);
    for (const auto& affiliation : one.affiliations) add_once(byline.affiliations, affiliation);
  }
  if (!byline.authors.empty()) {
    article.authors = std::move(byline.authors);
    article.affiliations = std::move(byline.affiliations);
    note_origin(article, "authors", "author");
  }
  std::vector<std::string> keywords;
  for (const NodeId node : matches(dom, "tags")) add_keywords(keywords, value_of(dom, node));
  if (!keywords.empty()) extract.keywords = std::move(keywords);
}

} // namespace trawl::extract
