// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/archive_split.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <utility>

#include "indexer/extract/content/boilerplate.h"
#include "indexer/extract/content/cleaning.h"
#include "indexer/html/ascii.h"
#include "indexer/html/text.h"
#include "indexer/html/text_blocks.h"

namespace trawl::extract {
namespace {

using html::Dom;
using html::kNoNode;
using html::NodeId;
using html::Tag;

constexpr std::string_view kRowEnd = "Read More";
constexpr std::uint32_t kWholeArticle = 600; ///< bytes of running text; less is a teaser

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(html::trim(text.substr(at, end - at)));
    at = end + 1;
  }
  return lines;
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t end = std::min(line.find(' ', at), line.size());
    if (end > at) words.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

/// An image's alternative text that was saved as a line of its own: a few words, no sentence, naming a kind of image.
bool names_an_image(std::string_view line) {
  static constexpr std::array<std::string_view, 18> kKinds = {
      "logo",       "logos", "chart", "charts", "graph",        "diagram", "image", "picture", "photo",
      "screenshot", "cover", "code",  "figure", "illustration", "icon",    "plot",  "banner",  "table"};
  static constexpr std::array<std::string_view, 5> kPersons = {"man", "woman", "person", "people", "group"};
  if (line.empty() || line.front() < 'a' || line.front() > 'z') return false;
  const auto words = words_of(line);
  if (words.size() > 6 || !html::is_alpha(line.back())) return false;
  return std::ranges::find(kKinds, words.back()) != kKinds.end() ||
         (words.size() > 2 && std::ranges::find(kPersons, words.front()) != kPersons.end());
}

ArchiveRow row_of(const std::vector<std::string_view>& lines, std::size_t begin, std::size_t end) {
  ArchiveRow row;
  bool is_paragraph_end = false, is_title_line = true;
  for (std::size_t i = begin; i < end; ++i) {
    if (lines[i].empty()) {
      is_paragraph_end = true;
      continue;
    }
    if (row.title.empty()) {
      row.title = lines[i];
      continue;
    }
    const bool is_repeated = std::exchange(is_title_line, false) && lines[i] == row.title;
    const bool stands_alone = lines[i - 1].empty() && (i + 1 == end || lines[i + 1].empty());
    if (is_repeated || (stands_alone && names_an_image(lines[i]))) continue;
    if (!row.text.empty()) row.text += is_paragraph_end ? "\n\n" : "\n";
    row.text += lines[i];
    is_paragraph_end = false;
  }
  return row;
}

NodeId heading_in(const Dom& dom, NodeId node) {
  for (NodeId at = node + 1; at < dom[node].end; ++at) {
    const int level = html::heading_level(dom[at].tag);
    if (level > 0 && level <= 4) return at;
  }
  return kNoNode;
}

/// The address a heading leads to: of a link inside it or around it.
std::string_view link_of(const Dom& dom, NodeId heading) {
  const NodeId inside = dom.first(Tag::A, heading);
  const NodeId link = inside != kNoNode ? inside : dom.closest(heading, Tag::A);
  return link == kNoNode ? std::string_view{} : dom.attribute(link, "href");
}

/// Elements that hold an article each, by what they have in common: parent, element and first class.
std::vector<NodeId> largest_group(const Dom& dom, const Boilerplate& page) {
  using Kind = std::pair<NodeId, std::pair<std::string_view, std::string_view>>;
  std::map<Kind, std::vector<NodeId>> groups;
  for (NodeId node = dom.body() + 1; node < dom[dom.body()].end; ++node) {
    if (!dom.is_element(node) || page.running[node] < kWholeArticle) continue;
    const std::string_view classes = dom.attribute(node, "class");
    groups[{dom[node].parent, {dom[node].text, classes.substr(0, classes.find(' '))}}].push_back(node);
  }
  const auto text_of = [&](const auto& group) {
    std::uint64_t bytes = 0;
    for (const NodeId node : group.second) bytes += page.running[node];
    return group.second.size() < 2 ? 0 : bytes;
  };
  const auto best = std::ranges::max_element(groups, {}, text_of);
  if (best == groups.end() || text_of(*best) * 2 < page.running[dom.body()]) return {};
  return best->second;
}

} // namespace

bool is_text_archive(std::string_view text) { return std::ranges::count(lines_of(text), kRowEnd) > 0; }

std::vector<ArchiveRow> split_text_archive(std::string_view text) {
  const std::vector<std::string_view> lines = lines_of(text);
  std::vector<ArchiveRow> rows;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= lines.size(); ++i) {
    if (i < lines.size() && lines[i] != kRowEnd) continue;
    ArchiveRow row = row_of(lines, begin, i);
    if (!row.title.empty()) rows.push_back(std::move(row));
    begin = i + 1;
  }
  return rows;
}

std::vector<ArchiveRow> split_html_archive(const Dom& dom) {
  if (dom.body() == kNoNode) return {};
  const Boilerplate page = find_boilerplate(dom, Strictness::Strict, false);
  std::vector<ArchiveRow> rows;
  for (const NodeId node : largest_group(dom, page)) {
    const NodeId heading = heading_in(dom, node);
    if (heading == kNoNode) return {};
    ArchiveRow row;
    row.title = html::line_text(dom, heading);
    row.url = link_of(dom, heading);
    // Sections of one article have headings too, but those lead nowhere.
    if (row.title.empty() || row.url.empty() || row.url.front() == '#') return {};
    if (std::ranges::any_of(rows, [&](const ArchiveRow& other) { return other.url == row.url; })) return {};
    row.text = html::join(clean(dom, html::text_blocks(dom, node, page.removed), {row.title, false, {}}));
    rows.push_back(std::move(row));
  }
  return rows;
}

} // namespace trawl::extract
