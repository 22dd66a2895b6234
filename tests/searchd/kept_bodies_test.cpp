// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/kept_bodies.h"

#include "searchd/http/content_coding.h"

#include <string>

#include <catch2/catch.hpp>

namespace kept_bodies_test {

using namespace trawl::searchd;

TEST_CASE("kept bodies: the compressed form is that of the same body, whether it has a tag or not", "[searchd]") {
  KeptBodies kept;
  for (const char letter : {'a', 'b'}) {
    for (const std::string tag : {"", "W/\"1\"", "W/\"2\""}) {
      CAPTURE(letter, tag);
      const std::string body(5'000, letter);
      // An index that changes while its answer is made leaves it without a tag.
      HttpResponse response{200, "text/html; charset=utf-8", tag.empty() ? body : body + tag, {}, Reuse::UntilCommit};
      if (!tag.empty()) response.set_header("ETag", letter + tag);
      const std::string expected = encode(response.body, Coding::Gzip, Effort::Quick);
      kept.compress(response, "gzip");
      CHECK(response.header("Content-Encoding") == "gzip");
      CHECK((response.body == expected));
    }
  }
}

} // namespace kept_bodies_test
