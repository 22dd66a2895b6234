// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/structure/content_tree.h"
#include "shared/content/stored_content.h"

#include <cstddef>
#include <cstdlib>
#include <new>
#include <string>

#include <catch2/catch.hpp>

namespace {
thread_local std::size_t allocated_bytes = 0;
}

// Counts what is allocated: vectors that are copied from level to level show in it.
void* operator new(std::size_t size) {
  allocated_bytes += size;
  if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace content_tree_test {

using namespace trawl;
using namespace trawl::extract;
using content::Kind;

namespace {

struct Nested {
  content::Content content;
  std::size_t bytes = 0; ///< allocated on the way
};

/// Paragraphs inside `depth` quotes, each quote with a footnote.
Nested nested(int depth, int paragraphs) {
  const std::size_t before = allocated_bytes;
  ContentTree tree;
  std::size_t outermost = 0;
  for (int i = 0; i < depth; ++i) {
    const std::size_t level = tree.open({.kind = Kind::Quote});
    if (i == 0) outermost = level;
    tree.add_after({.kind = Kind::Footnote, .attribute = std::to_string(i)});
  }
  for (int i = 0; i < paragraphs; ++i) {
    tree.text("Some words.");
    tree.end_line();
  }
  tree.close(outermost);
  return {tree.take(), allocated_bytes - before};
}

} // namespace

TEST_CASE("content tree: content deep inside boxes is not copied from box to box", "[extract][limits]") {
  const Nested shallow = nested(20, 2'000), deep = nested(500, 2'000);
  CHECK(content::pack(deep.content).text == content::pack(shallow.content).text);
  CHECK(deep.bytes < 2 * shallow.bytes);
}

TEST_CASE("content tree: footnotes follow the outermost box, in their order", "[extract]") {
  const Nested found = nested(15, 1);
  REQUIRE(found.content.size() == 16);
  CHECK(found.content.front().kind == Kind::Quote);
  for (std::size_t i = 1; i < found.content.size(); ++i) CHECK(found.content[i].attribute == std::to_string(i - 1));
}

TEST_CASE("content tree: lines inside the same line stay one line", "[extract]") {
  ContentTree tree;
  const std::size_t cell_table = tree.open({.kind = Kind::Table});
  tree.open({.kind = Kind::Row});
  tree.open({.kind = Kind::Cell});
  tree.text("One");
  const std::size_t inner = tree.open({.kind = Kind::Paragraph});
  tree.text("two");
  tree.line_break();
  tree.close(inner);
  tree.text("three");
  tree.close(cell_table);
  CHECK(content::pack(tree.take()).text == "One\ntwo\nthree");
}

} // namespace content_tree_test
