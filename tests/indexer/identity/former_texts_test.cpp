// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/identity/former_texts.h"
#include "shared/article/article_record.h"
#include "shared/base/date_time.h"

#include <catch2/catch.hpp>

namespace former_texts_test {

using namespace trawl;
using namespace trawl::identity;

namespace {

Moment at(int second) { return Moment{std::chrono::seconds(second)}; }

} // namespace

TEST_CASE("former texts: a record gives them back, and its article as it was", "[identity]") {
  Article article;
  article.title = "A \"kernel\"";
  article.text = "One.\n\nTwo, \"versions\": none.";
  const std::string plain = to_record(article);
  CHECK(former_texts(plain).empty());
  CHECK(with_former_texts(plain, {}) == plain);
  const std::vector<FormerText> texts{{at(-7), ""}, {at(1'700'000'000), "It needs\n\n\"24\" GB."}};
  const std::string record = with_former_texts(plain, texts);
  CHECK(former_texts(record) == texts);
  const auto back = from_record(record);
  REQUIRE(back);
  CHECK(to_record(*back) == plain);
}

TEST_CASE("former texts: those that a store of before has are read, what is none is left out", "[identity]") {
  CHECK(former_texts(R"({"v":2,"versions":[["2026-04-10T10:00:00Z",true,"Monarch","One.\n\nTwo."],[],"x",[1,2]]})"
                     "\ntext") ==
        std::vector<FormerText>{{parse_rfc3339("2026-04-10T10:00:00Z")->time, "One.\n\nTwo."}});
  CHECK(former_texts(R"({"versions":7})").empty());
  CHECK(former_texts(R"({"versions":)").empty());
}

TEST_CASE("former texts: the newest are kept, at most twenty and a megabyte, and it is said since when", "[identity]") {
  struct Row {
    int count;
    std::size_t bytes, kept;
    std::optional<Moment> forgotten;
  };
  for (const Row& row :
       {Row{20, 10, 20, {}}, Row{25, 10, 20, at(4)}, Row{5, 300'000, 3, at(1)}, Row{2, 1'000'001, 0, at(1)}}) {
    CAPTURE(row.count, row.bytes);
    std::vector<FormerText> texts;
    std::optional<Moment> forgotten;
    for (int i = 0; i < row.count; ++i) forgotten = add_former_text(texts, {at(i), std::string(row.bytes, 'x')});
    CHECK(texts.size() == row.kept);
    CHECK(forgotten == row.forgotten);
    if (!texts.empty()) CHECK(texts.back().until == at(row.count - 1));
  }
}

} // namespace former_texts_test
