// SPDX-License-Identifier: GPL-3.0-or-later
/// The pages of tests/data/extract, each with the expected result in the comment at its beginning:
///   <!--
///   url: https://…                  the page's address; optional
///   title: A title | h1, og:title   a field, and after the bar where it comes from; the bar is optional
///   text: Begins with this … and ends with this
///   -->
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "shared/base/ascii.h"
#include "tests/support/source_tree.h"

namespace trawl::extract {

struct PageFixture {
  std::string name; ///< of the file, without ".html"
  std::string html;
  std::string url;
  std::map<std::string, std::string> expected; ///< by field, but for "url"
};

inline PageFixture read_fixture(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  PageFixture page;
  page.name = path.stem().string();
  page.html.assign(std::istreambuf_iterator<char>(file), {});
  page.url = "https://www.example.org/" + page.name;
  const std::string_view comment = std::string_view(page.html).substr(0, page.html.find("-->"));
  for (std::size_t at = 0; at < comment.size();) {
    const std::size_t end = std::min(comment.find('\n', at), comment.size());
    const std::string_view line = comment.substr(at, end - at);
    at = end + 1;
    const std::size_t colon = line.find(": ");
    if (colon == std::string_view::npos) continue;
    page.expected.emplace(line.substr(0, colon), ascii::trim(line.substr(colon + 2)));
  }
  if (const auto url = page.expected.extract("url"); !url.empty()) page.url = url.mapped();
  return page;
}

/// The pages of a folder of tests/data/extract, by name.
inline std::vector<PageFixture> read_fixtures(const std::string& folder) {
  std::vector<PageFixture> pages;
  for (const auto& entry :
       std::filesystem::directory_iterator(trawl::test::in_source_tree("tests/data/extract/" + folder))) {
    if (entry.path().extension() == ".html") pages.push_back(read_fixture(entry.path()));
  }
  std::ranges::sort(pages, {}, &PageFixture::name);
  return pages;
}

} // namespace trawl::extract
