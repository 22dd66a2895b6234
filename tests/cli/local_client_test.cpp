// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/client.h"

#include <catch2/catch.hpp>

#include <filesystem>

#include <unistd.h>

#include "shared/article/article_id.h"
#include "shared/index/index_writer.h"

#include "tests/support/temporary_directory.h"

using namespace trawl;

TEST_CASE("local client: a parameter that is no UTF-8 is refused, as by the daemon", "[cli]") {
  const auto folder = std::filesystem::temp_directory_path() / ("trawl-client-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  {
    auto writer = index::IndexWriter::open_live(DataDirectory{folder});
    REQUIRE(writer);
    REQUIRE(writer->commit(0));
  }
  cli::Settings settings;
  settings.data = folder.string();
  const auto client = cli::make_client(settings);
  REQUIRE(client);
  CHECK((*client)->get("/v1/search", {{"q", "caf\xC3\xA9"}}));
  const auto refused = (*client)->get("/v1/search", {{"q", "caf\xE9"}});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::Usage);
  CHECK(refused.error().what.find("UTF-8") != std::string::npos);
  std::filesystem::remove_all(folder);
}

TEST_CASE("client: the path of an article that moved, if the answer names its id", "[cli]") {
  const std::string moved = R"({"id": "00112233445566aa", "moved_to": "00112233445566bb"})";
  CHECK(cli::moved_path("/v1/articles/00112233445566aa", moved) == "/v1/articles/00112233445566bb");
  CHECK(cli::moved_path("/v1/articles/00112233445566aa/related", moved) == "/v1/articles/00112233445566bb/related");
  for (const char* body :
       {"", "{}", "[]", R"({"moved_to": 1})", R"({"moved_to": "../../secret"})", R"({"moved_to": null})"}) {
    CAPTURE(body);
    CHECK(cli::moved_path("/v1/articles/00112233445566aa", body).empty());
  }
  CHECK(cli::moved_path("/v1/sources/00112233445566aa", moved).empty());
}

TEST_CASE("client: an article is found by a former id and by another of its addresses", "[cli]") {
  const test::TemporaryDirectory folder;
  Article article;
  article.id = "00112233445566bb";
  article.title = "Title";
  article.aliases = {"00112233445566aa", "https://e.org/old"};
  {
    auto writer = index::IndexWriter::open_live(folder.data());
    REQUIRE(writer);
    REQUIRE(writer->put(article));
    REQUIRE(writer->commit(1));
  }
  cli::Settings settings;
  settings.data = folder.data().root.string();
  const auto client = cli::make_client(settings);
  REQUIRE(client);
  for (const std::string& id : {article.id, article.aliases[0], article_id("https://e.org/old")}) {
    const auto found = (*client)->get("/v1/articles/" + id, {});
    REQUIRE(found);
    CHECK(found->contains(R"("id":"00112233445566bb")"));
  }
  CHECK_FALSE((*client)->get("/v1/articles/" + article_id("https://e.org/other"), {}));
}
