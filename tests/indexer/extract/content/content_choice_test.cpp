// SPDX-License-Identifier: GPL-3.0-or-later
/// The text that is chosen, and the evidence that chooses it: lengths at their limits, scripts, feeds and forums.
#include <string>

#include <catch2/catch.hpp>

#include "indexer/extract/content/line_features.h"
#include "indexer/extract/content/main_content.h"
#include "indexer/extract/page/block_features.h"
#include "shared/base/utf8.h"
#include "tests/indexer/extract/content/content_support.h"

namespace content_choice_test {

using namespace trawl;
using namespace trawl::extract;
using html::BlockKind;

namespace {

html::TextBlock block(std::size_t bytes, const char* end, BlockKind kind, std::size_t link_bytes = 0) {
  return {std::string(bytes - std::string_view(end).size(), 'x') + end, 0, kind, link_bytes};
}

std::string words(std::string_view stem, int from, int to) {
  std::string text;
  for (int i = from; i < to; ++i) text += std::string(stem) + std::to_string(i) + ' ';
  return text;
}

} // namespace

TEST_CASE("block features: running text has 80 bytes, or 30 and the end of a sentence", "[block_features]") {
  struct Row {
    std::size_t bytes;
    const char* end;
    bool is_running;
  };
  const Row rows[] = {{79, "", false}, {80, "", true},   {29, ".", false},
                      {30, ".", true}, {30, "。", true}, {30, ",", false}};
  for (const Row& row : rows) {
    CAPTURE(row.bytes, row.end);
    for (const BlockKind kind : {BlockKind::Paragraph, BlockKind::ListItem, BlockKind::Row}) {
      CHECK(is_running_text(block(row.bytes, row.end, kind)) == row.is_running);
    }
  }
}

TEST_CASE("block features: a block is mostly links when more than half of it is", "[block_features]") {
  CHECK(is_running_text(block(100, ".", BlockKind::Paragraph, 50)));
  CHECK_FALSE(is_running_text(block(100, ".", BlockKind::Paragraph, 51)));
  CHECK_FALSE(is_running_text(block(100, ".", BlockKind::Code, 51)));
  CHECK(content_score(block(100, ".", BlockKind::Paragraph, 50)) == Approx(50));
  CHECK(content_score(block(100, ".", BlockKind::Paragraph, 51)) == Approx(-100));
  CHECK(content_score(block(100, ".", BlockKind::Row, 51)) == Approx(-100));
  CHECK(content_score(block(100, ".", BlockKind::ListItem, 51)) == Approx(-25));
}

TEST_CASE("block features: a paragraph scores from 100 bytes on, a sentence from 40", "[block_features]") {
  CHECK(content_score(block(99, "", BlockKind::Paragraph)) == Approx(-19.8));
  CHECK(content_score(block(100, "", BlockKind::Paragraph)) == Approx(100));
  CHECK(content_score(block(39, ".", BlockKind::Paragraph)) == Approx(-7.8));
  CHECK(content_score(block(40, ".", BlockKind::Paragraph)) == Approx(40));
  CHECK(content_score(block(39, ".", BlockKind::ListItem)) == 0);
  CHECK(content_score(block(40, ".", BlockKind::ListItem)) == Approx(40));
  CHECK(content_score(block(100, "", BlockKind::Caption)) == 0);
}

TEST_CASE("sentences: every mark that ends one, also before closing quotes and brackets", "[line_features]") {
  for (const std::string mark :
       {".", "!", "?", "…", ":", ";", "。", "！", "？", "：", "؟", "۔", "।", "։", "．", "｡", "；"}) {
    CAPTURE(mark);
    CHECK(ends_sentence("text" + mark));
    CHECK_FALSE(ends_sentence(mark + "text"));
    for (const std::string closer :
         {"\"", "'", ")", "]", "”", "’", "»", "“", "」", "』", "）", "›", "*", "‘", "„", "】", "«"}) {
      CAPTURE(closer);
      CHECK(ends_sentence("text" + mark + closer));
      CHECK(ends_sentence("text" + mark + closer + ")\""));
      CHECK_FALSE(ends_sentence("text" + closer));
    }
  }
  CHECK_FALSE(ends_sentence("text. "));
  CHECK_FALSE(ends_sentence("text,"));
}

TEST_CASE("feed text: the choice at its limits", "[feed_text]") {
  struct Row {
    int page_words;
    int feed_words;
    bool is_better;
  };
  // Feed and page begin with the same words.
  const Row rows[] = {
      {0, 0, false},     {0, 1, true},    {10, 30, false},  {9, 30, true}, // an excerpt: a third of its words
      {20, 59, false},   {30, 60, false}, {29, 60, true},                  // from 60 words on: half of them
      {100, 200, false}, {99, 200, true}, {500, 60, false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.page_words, row.feed_words);
    CHECK(is_feed_text_better(words("w", 0, row.page_words), words("w", 0, row.feed_words)) == row.is_better);
  }
}

TEST_CASE("feed text: what a page shows instead of its article is not hidden by the feed", "[feed_text]") {
  const std::string feed = words("w", 0, 100);
  CHECK(is_feed_text_better(words("w", 0, 21) + words("x", 0, 19), feed));
  CHECK_FALSE(is_feed_text_better(words("w", 0, 20) + words("x", 0, 20), feed));
}

TEST_CASE("main content: text in scripts without spaces is chosen like any other", "[main_content]") {
  const std::string sentence =
      "<p>三个研究所从训练数据中逐一删除文档，每次删除之后都重新训练一个小模型，并比较答案的变化。</p>";
  const std::string thai = "<p>ห้องปฏิบัติการสามแห่งลบเอกสารออกจากข้อมูลฝึกทีละฉบับ แล้วฝึกแบบจำลองขนาดเล็กใหม่ทุกครั้ง</p>";
  for (const std::string& one : {sentence, thai}) {
    const std::string text = text_of("<nav><a href=/a>首页</a> <a href=/b>新闻</a></nav><div>" + one + one + one + one +
                                     "</div><footer>©</footer>");
    CHECK(text.starts_with(one.substr(3, 12)));
    CHECK_FALSE(has(text, "首页"));
    CHECK(utf8::is_valid(text));
  }
}

TEST_CASE("main content: white space, lists and code are as on the page", "[main_content]") {
  const std::string text = text_of("<article>" + paragraph(1) + "<p>One   line\n of <b>bold</b><i> and</i> plain.</p>" +
                                   "<ul><li>First item<li>Second <code>item()</code></ul><pre>a:\n\n    b\n</pre>" +
                                   paragraph(2) + "<p>Two<br>lines</p>" + paragraph(3) + "</article>");
  CHECK(has(text, "\n\nOne line of bold and plain.\n\n"));
  CHECK(has(text, "First item\nSecond item()"));
  CHECK(has(text, "a:\n\n    b\n\n"));
  CHECK(has(text, "Two\nlines"));
  CHECK_FALSE(has(text, "\n\n\n"));
  CHECK_FALSE(text.ends_with('\n'));
}

TEST_CASE("main content: every post of a thread is text, in order", "[main_content]") {
  std::string posts;
  for (int i = 0; i < 5; ++i) posts += "<div class=post><div class=author>User</div>" + paragraph(i) + "</div>";
  const std::string text =
      text_of("<main>" + posts + "</main>",
              {.title = "A thread", .url = "https://example.org/viewtopic.php?t=1", .article_body = {}});
  std::size_t last = 0;
  for (int i = 0; i < 5; ++i) {
    CAPTURE(i);
    const std::size_t at = text.find("Paragraph " + std::to_string(i));
    REQUIRE(at != std::string::npos);
    CHECK(at >= last);
    last = at;
  }
}

TEST_CASE("main content: the data of the page is used only if it has twice the text", "[main_content]") {
  const auto read = [](std::size_t shown, std::size_t in_data) {
    const std::string body(in_data, 'd');
    const std::string text = text_of("<article><p>" + std::string(shown, 's') + ".</p></article>",
                                     {.title = {}, .url = {}, .article_body = body});
    return text.front();
  };
  CHECK(read(100, 499) == 's'); // too short to be an article
  CHECK(read(100, 500) == 'd');
  CHECK(read(299, 600) == 's'); // 300 bytes with the full stop
  CHECK(read(299, 601) == 'd');
}

TEST_CASE("main content: a page of frames has no text", "[main_content]") {
  CHECK(text_of("<html><frameset><frame src=a></frameset></html>").empty());
}

} // namespace content_choice_test
