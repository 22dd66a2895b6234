// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/client.h"

#include <catch2/catch.hpp>

#include <filesystem>

#include <unistd.h>

#include "shared/index/index_writer.h"

using namespace trawl;

TEST_CASE("local client: a parameter that is no UTF-8 is refused, as by the daemon", "[cli]") {
  const auto folder = std::filesystem::temp_directory_path() / ("trawl-client-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  {
    auto writer = index::IndexWriter::open_live(DataDirectory{folder});
    REQUIRE(writer);
    REQUIRE(writer->commit(0));
  }
  const auto client = cli::make_client("", folder.string());
  REQUIRE(client);
  CHECK((*client)->get("/v1/search", {{"q", "caf\xC3\xA9"}}));
  const auto refused = (*client)->get("/v1/search", {{"q", "caf\xE9"}});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::Usage);
  CHECK(refused.error().what.find("UTF-8") != std::string::npos);
  std::filesystem::remove_all(folder);
}
