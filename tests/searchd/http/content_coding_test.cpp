// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/content_coding.h"

#include <array>
#include <random>

#include <brotli/decode.h>
#include <catch2/catch.hpp>
#include <zlib.h>

using namespace trawl::searchd;

namespace content_coding_test {

std::string gunzip(const std::string& bytes) {
  z_stream stream{};
  REQUIRE(inflateInit2(&stream, 15 + 16) == Z_OK);
  std::string out(1 << 20, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  CHECK(inflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

std::string unbrotli(const std::string& bytes) {
  std::string out(1 << 20, '\0');
  std::size_t size = out.size();
  CHECK(BrotliDecoderDecompress(bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()), &size,
                                reinterpret_cast<std::uint8_t*>(out.data())) == BROTLI_DECODER_RESULT_SUCCESS);
  out.resize(size);
  return out;
}

} // namespace content_coding_test

TEST_CASE("coding: the one with the highest weight is chosen, brotli among equals", "[searchd]") {
  struct Row {
    std::string_view header;
    Coding coding;
  };
  constexpr std::array kRows{
      Row{"", Coding::Identity},
      Row{"gzip, deflate, br, zstd", Coding::Brotli},
      Row{"gzip, deflate", Coding::Gzip},
      Row{"GZIP", Coding::Gzip},
      Row{"br;q=0.5, gzip;q=0.8", Coding::Gzip},
      Row{"br;q=0, gzip;q=0", Coding::Identity},
      Row{"br; q=0 , *", Coding::Gzip},
      Row{"*", Coding::Brotli},
      Row{"*;q=0", Coding::Identity},
      Row{"identity", Coding::Identity},
      Row{"identity, gzip;q=0.5", Coding::Identity},
      Row{"identity;q=0.5, gzip", Coding::Gzip},
      Row{"deflate", Coding::Identity},
      Row{"gzip;q=x", Coding::Identity},
      Row{",,;;q=1,", Coding::Identity},
  };
  for (const Row& row : kRows) {
    INFO(row.header);
    CHECK(preferred_coding(row.header) == row.coding);
  }
}

TEST_CASE("coding: what is encoded comes back as it was", "[searchd]") {
  std::mt19937 random(7);
  for (const std::size_t size : {0U, 1U, 999U, 70'000U}) {
    std::string text;
    while (text.size() < size) text += static_cast<char>(random() % 7 == 0 ? random() % 256 : 'a' + random() % 3);
    CHECK(content_coding_test::gunzip(encode(text, Coding::Gzip)) == text);
    CHECK(content_coding_test::unbrotli(encode(text, Coding::Brotli)) == text);
  }
}

TEST_CASE("coding: text is worth compressing, pictures are not", "[searchd]") {
  for (const char* type : {"text/html; charset=utf-8", "application/json", "application/problem+json", "image/svg+xml",
                           "application/rss+xml", "text/plain"}) {
    CHECK(is_compressible(type));
  }
  for (const char* type : {"image/png", "", "application/octet-stream"}) CHECK_FALSE(is_compressible(type));
}
