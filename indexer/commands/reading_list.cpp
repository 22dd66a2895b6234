// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/reading_list.h"

#include "indexer/crawl/pipeline/url_rules.h"
#include "indexer/html/charset.h"
#include "indexer/html/dom.h"
#include "indexer/html/tag.h"
#include "shared/base/ascii.h"
#include "shared/url/canonical.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

namespace trawl::commands {
namespace {

/// The fields of the row that begins at `at`, which moves behind it. A quoted field may have line breaks.
std::vector<std::string> next_row(std::string_view csv, std::size_t& at) {
  std::vector<std::string> fields(1);
  bool is_quoted = false;
  for (; at < csv.size(); ++at) {
    const char c = csv[at];
    if (is_quoted && c == '"' && csv.substr(at + 1).starts_with('"')) {
      fields.back() += csv[++at];
    } else if (c == '"') {
      is_quoted = !is_quoted;
    } else if (!is_quoted && c == ',') {
      fields.emplace_back();
    } else if (!is_quoted && c == '\n') {
      ++at;
      break;
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

/// The number of the column "url"; of lines without commas, the first.
std::size_t column_of_urls(const std::vector<std::string>& head) {
  const auto is_url = [](const std::string& name) { return ascii::to_lower(name) == "url"; };
  const auto found = std::ranges::find_if(head, is_url);
  return found == head.end() ? 0 : static_cast<std::size_t>(found - head.begin());
}

std::vector<std::string> addresses_in_rows(std::string_view csv) {
  std::vector<std::string> addresses;
  std::size_t at = 0;
  std::vector<std::string> row = next_row(csv, at);
  const std::size_t column = column_of_urls(row);
  for (;; row = next_row(csv, at)) {
    if (column < row.size()) addresses.push_back(std::move(row[column]));
    if (at >= csv.size()) return addresses;
  }
}

Result<std::vector<std::string>> addresses_in_links(std::string page) {
  TRAWL_TRY(const auto dom, html::Dom::parse(std::move(page)));
  std::vector<std::string> addresses;
  for (const html::NodeId link : dom.all(html::Tag::A)) addresses.emplace_back(dom.attribute(link, "href"));
  return addresses;
}

} // namespace

Result<std::vector<std::string>> read_reading_list(std::string_view bytes, const std::string& file_name) {
  std::string text = html::decode(bytes, "", html::Markup::Html).text;
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool is_page = first != std::string::npos && text[first] == '<';
  std::vector<std::string> found;
  if (is_page) {
    auto links = addresses_in_links(std::move(text));
    if (!links) return fail(links.error().code, links.error().what, file_name, links.error().hint);
    found = std::move(*links);
  } else {
    found = addresses_in_rows(text);
  }
  std::vector<std::string> pages;
  std::set<std::string> seen;
  for (const std::string& address : found) {
    std::string url = url::canonical(address);
    const bool is_page_of_one = !url.empty() && !crawl::looks_like_listing(url);
    if (is_page_of_one && seen.insert(url::identity_key(url)).second) pages.push_back(std::move(url));
  }
  if (!pages.empty()) return pages;
  return fail(ErrorCode::BadInput, "no address of an article is in this file", file_name,
              "an export of Pocket or Instapaper, bookmarks of a browser, or one address per line is read");
}

} // namespace trawl::commands
