// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/section.h"

#include "shared/content/stored_content.h"

#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace section_test {

using namespace trawl;
using content::Kind;

namespace {

content::Node heading(std::uint32_t level, std::string words, std::string fragment = {}) {
  return {.kind = Kind::Heading,
          .number = level,
          .attribute = std::move(fragment),
          .children = {{.kind = Kind::Text, .text = std::move(words)}}};
}

content::Node paragraph(std::string words) {
  return {.kind = Kind::Paragraph, .children = {{.kind = Kind::Text, .text = std::move(words)}}};
}

const content::StoredContent kStored = content::pack({
    heading(1, "Kernels"),
    paragraph("before"),
    heading(2, "3 Methods", "methods"),
    paragraph("about methods"),
    heading(3, "3.2 Attention-kernels, & more of what is long  enough", ""),
    paragraph("about attention"),
    heading(2, "4 Results", "a b"),
    paragraph("about results"),
});

std::optional<search::Section> section_of(const char* words, const std::string& url = "https://a.example/x") {
  Article article;
  article.title = "Kernels";
  article.url = url;
  return search::section_at(article, kStored.structure, kStored.text.find(words),
                            [](std::size_t begin, std::size_t end) { return kStored.text.substr(begin, end - begin); });
}

} // namespace

TEST_CASE("section: a passage is in the section of the last heading before it, and in those around that", "[search]") {
  CHECK_FALSE(section_of("before")); // the article's own title is no section
  CHECK(section_of("about methods")->path == std::vector<std::string>{"3 Methods"});
  CHECK(section_of("about attention")->path ==
        std::vector<std::string>{"3 Methods", "3.2 Attention-kernels, & more of what is long enough"});
  CHECK(section_of("about results")->path == std::vector<std::string>{"4 Results"});
}

TEST_CASE("section: its link has the page's fragment, else the words of the heading", "[search]") {
  CHECK(section_of("about methods")->link == "https://a.example/x#methods");
  CHECK(section_of("about results")->link == "https://a.example/x#a%20b");
  CHECK(section_of("about attention")->link ==
        "https://a.example/x#:~:text=3.2%20Attention%2Dkernels%2C%20%26%20more%20of%20what%20is%20long");
  CHECK(section_of("about methods", "")->link.empty());
}

} // namespace section_test
