// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/digest.h"

#include "shared/article/article_id.h"
#include "shared/base/ascii.h"
#include "shared/content/stored_content.h"
#include "shared/text/reading_time.h"
#include "shared/url/canonical.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace trawl::enrich {
namespace {

using content::Content;
using BlockKind = content::Kind;
using content::Node;

/// An article may link to a few other pages under headings of their own; a digest consists of such entries.
constexpr std::size_t kLeastEntries = 8, kMostEntries = 2'000;
constexpr std::size_t kLeastTextPercent = 80;   // of the page, in entries
constexpr std::size_t kLeastLinkedPercent = 90; // of the entries, with an address of their own
constexpr std::size_t kMostOfOnePercent = 25;   // of the page, in the longest entry
constexpr std::size_t kLeastWords = 12;         // of half of the entries: those of a list of links have none
constexpr std::size_t kMostTitleBytes = 300;

/// How an entry begins. Entries of one page begin alike.
struct Form {
  BlockKind kind = BlockKind::Paragraph;
  std::uint32_t level = 0; ///< of a heading

  auto operator<=>(const Form&) const = default;
};

struct Entry {
  std::string title, link;
  Content content; ///< without the title
};

/// The words of a line with single blanks between them, without a number in brackets before them.
std::string title_of(const std::vector<Node>& line) {
  std::string out;
  for (const char c : content::line_of(line)) {
    const bool is_blank = ascii::is_blank(c) || c == '\n';
    if (!is_blank || (!out.empty() && out.back() != ' ')) out += is_blank ? ' ' : c;
  }
  if (out.ends_with(' ')) out.pop_back();
  const std::size_t end = out.starts_with('[') ? out.find("] ") : std::string::npos;
  const bool is_number = end != std::string::npos && std::ranges::any_of(out.substr(0, end), ascii::is_digit);
  return is_number ? out.substr(end + 2) : out;
}

/// Whether a number may be degrees: at most three digits and at least three decimals.
bool is_degree(std::string_view number) {
  const std::size_t point = number.find('.');
  return point != std::string_view::npos && point > 0 && point <= 3 && number.size() - point > 3;
}

/// Whether an address has coordinates in it, 53.36671,7.20518: it is a place on a map, and nobody's publication.
bool is_place(std::string_view address) {
  constexpr std::string_view kNumber = "0123456789.";
  for (std::size_t at = address.find_first_of(",/"); at != std::string_view::npos;
       at = address.find_first_of(",/", at + 1)) {
    const std::string_view before = address.substr(0, at), after = address.substr(at + 1);
    const std::size_t begin = before.find_last_not_of(kNumber) + 1;
    const std::size_t sign = after.starts_with('-') ? 1 : 0;
    const std::string_view second = after.substr(sign);
    if (is_degree(before.substr(begin)) && is_degree(second.substr(0, second.find_first_not_of(kNumber)))) return true;
  }
  return false;
}

const Node* first_link(const std::vector<Node>& nodes, std::string_view page_site) {
  for (const Node& node : nodes) {
    const bool leads_elsewhere = node.kind == BlockKind::Link && node.attribute.starts_with("http") &&
                                 content::is_safe_address(node.attribute) && url::site(node.attribute) != page_site &&
                                 !is_place(node.attribute);
    if (leads_elsewhere) return &node;
    if (const Node* const found = first_link(node.children, page_site)) return found;
  }
  return nullptr;
}

/// Whether most of a line is one link to another site, with a name.
bool is_link(const std::vector<Node>& line, std::string_view page_site) {
  const Node* const link = first_link(line, page_site);
  if (link == nullptr) return false;
  const std::string name = content::line_of(link->children);
  return 2 * name.size() > content::line_of(line).size() && !name.contains("://");
}

/// How an entry begins that begins with this block, if one may: with a heading or a line that is a link, or with a
/// note.
std::optional<Form> form_of(const Node& block, std::string_view page_site) {
  if (block.kind == BlockKind::Note && !block.children.empty() && block.children.front().kind == BlockKind::Paragraph)
    return Form{BlockKind::Note};
  const bool is_line = block.kind == BlockKind::Heading || block.kind == BlockKind::Paragraph;
  if (!is_line || !is_link(block.children, page_site)) return std::nullopt;
  return Form{block.kind, block.kind == BlockKind::Heading ? block.number : 0};
}

/// Whether an entry of this form ends before the block.
bool ends_entry(const Node& block, const Form& form) {
  return block.kind == BlockKind::Heading && (form.kind != BlockKind::Heading || block.number < form.level);
}

Entry entry_at(const Content& page, std::size_t begin, std::size_t end, std::string_view page_site) {
  const Node& head = page[begin];
  const bool is_note = head.kind == BlockKind::Note;
  const std::vector<Node>& line = is_note ? head.children.front().children : head.children;
  const auto block = [&](std::size_t i) { return page.begin() + static_cast<std::ptrdiff_t>(i); };
  Entry entry{title_of(line), {}, {}};
  if (is_note) entry.content.assign(head.children.begin() + 1, head.children.end());
  entry.content.insert(entry.content.end(), block(begin + 1), block(end));
  const Node* link = first_link(line, page_site);
  if (link == nullptr) link = first_link(entry.content, page_site);
  if (link != nullptr) entry.link = link->attribute;
  return entry;
}

/// The parts of a page that begin with a block of this form.
std::vector<Entry> parts_of(const Content& page, const Form& form, std::string_view page_site) {
  std::vector<Entry> entries;
  for (std::size_t begin = 0; begin < page.size() && entries.size() < kMostEntries;) {
    const auto is_head = [&](const Node& block) { return form_of(block, page_site) == form; };
    std::size_t end = begin + 1;
    if (is_head(page[begin])) {
      while (end < page.size() && !is_head(page[end]) && !ends_entry(page[end], form)) ++end;
      entries.push_back(entry_at(page, begin, end, page_site));
    }
    begin = end;
  }
  return entries;
}

/// Whether the page consists of these entries. Leaves out those without an address of their own.
bool is_digest(std::vector<Entry>& entries, std::size_t page_bytes) {
  const std::size_t all = entries.size();
  std::set<std::string> links;
  std::erase_if(entries, [&](const Entry& entry) {
    const bool has_title = !entry.title.empty() && entry.title.size() <= kMostTitleBytes;
    return !has_title || entry.link.empty() || !links.insert(entry.link).second;
  });
  if (entries.size() < kLeastEntries || 100 * entries.size() < kLeastLinkedPercent * all) return false;
  std::size_t bytes = 0, longest = 0, with_text = 0;
  for (const Entry& entry : entries) {
    const std::string text = content::pack(entry.content).text;
    const std::size_t size = entry.title.size() + text.size();
    bytes += size;
    longest = std::max(longest, size);
    with_text += text::measure(text).words >= kLeastWords ? 1 : 0;
  }
  return 100 * bytes >= kLeastTextPercent * page_bytes && 100 * longest <= kMostOfOnePercent * page_bytes &&
         2 * with_text >= entries.size();
}

Article article_of(const Article& page, Entry entry) {
  Article out;
  out.id = article_id(page.id + " " + entry.link);
  out.part_of = page.id;
  out.link = std::move(entry.link);
  out.title = std::move(entry.title);
  out.url = page.url;
  out.source = page.source;
  out.site = page.site;
  out.published = page.published;
  out.updated = page.updated;
  out.indexed = page.indexed;
  out.gone_since = page.gone_since;
  content::StoredContent stored = content::pack(entry.content);
  out.text = std::move(stored.text);
  out.structure = std::move(stored.structure);
  const text::TextLength length = text::measure(out.text);
  out.words = length.words;
  out.reading_minutes = text::reading_minutes(length);
  return out;
}

} // namespace

std::vector<Article> entries_of(const Article& page) {
  if (page.structure.empty()) return {};
  const std::optional<Content> content = content::unpack(page.text, page.structure);
  if (!content) return {};
  std::map<Form, std::size_t> forms;
  for (const Node& block : *content) {
    if (const auto form = form_of(block, page.site)) ++forms[*form];
  }
  const auto most = std::ranges::max_element(forms, {}, [](const auto& one) { return one.second; });
  if (most == forms.end() || most->second < kLeastEntries) return {};
  std::vector<Entry> entries = parts_of(*content, most->first, page.site);
  if (!is_digest(entries, page.text.size())) return {};
  std::vector<Article> articles;
  for (Entry& entry : entries) articles.push_back(article_of(page, std::move(entry)));
  return articles;
}

} // namespace trawl::enrich
