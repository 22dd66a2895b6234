// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/sha256.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;

TEST_CASE("sha256: the examples of FIPS 180-4", "[base]") {
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256_hex(std::string(1'000'000, 'a'), 8) == "cdc76e5c9914fb92");
}

// Computed with Python's hashlib. Padding takes one byte and eight for the length, so 55 is the last to fit one block.
TEST_CASE("sha256: messages around the ends of blocks are padded as in FIPS 180-4, section 5.1.1", "[base]") {
  const std::vector<std::pair<std::size_t, std::string>> rows{
      {55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"},
      {56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"},
      {63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"},
      {64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"},
      {65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"},
      {119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"},
      {120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"},
      {128, "6836cf13bac400e9105071cd6af47084dfacad4e5e302c94bfed24e013afb73e"},
      {1000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"},
  };
  for (const auto& [size, digest] : rows) {
    INFO(size);
    CHECK(sha256_hex(std::string(size, 'a')) == digest);
  }
}

TEST_CASE("sha256: the number is the beginning of the digest, too", "[base]") {
  CHECK(sha256_number("abc") == 0xba7816bf8f01cfea);
}

TEST_CASE("sha256: the hex text is the beginning of the digest", "[base]") {
  const auto digest = sha256("abc");
  CHECK(digest[0] == 0xBA);
  CHECK(digest[31] == 0xAD);
  const std::string whole = sha256_hex("abc");
  for (std::size_t bytes = 0; bytes <= digest.size(); ++bytes)
    CHECK(sha256_hex("abc", bytes) == whole.substr(0, 2 * bytes));
}
