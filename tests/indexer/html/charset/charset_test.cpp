// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/charset/charset.h"

#include <catch2/catch.hpp>

#include <random>
#include <string>

#include "indexer/html/charset/declaration.h"
#include "indexer/html/charset/decode.h"
#include "shared/base/utf8.h"

using namespace trawl::html;
using namespace std::string_literals;

namespace {

const std::string kRussianKoi8 = "\xf0\xd2\xc9\xd7\xc5\xd4, \xcd\xc9\xd2"; // "Привет, мир"

std::string encoding_of(const std::string& bytes, const std::string& type = "", Markup markup = Markup::Html) {
  return decode(bytes, type, markup).encoding;
}

} // namespace

TEST_CASE("charset: labels mean the encodings of the web", "[charset]") {
  CHECK(encoding_for_label("latin1") == "windows-1252");
  CHECK(encoding_for_label("US-ASCII") == "windows-1252");
  CHECK(encoding_for_label("\tSHIFT_JIS\n") == "Shift_JIS");
  CHECK(encoding_for_label("gb2312") == "GBK");
  CHECK(encoding_for_label("iso-8859-9") == "windows-1254");
  CHECK(encoding_for_label("utf-7").empty());
  CHECK(encoding_for_label("").empty());
  CHECK(encoding_for_label("latin1 latin2").empty());
}

TEST_CASE("charset: a byte order mark beats all, the header beats the page", "[charset]") {
  CHECK(encoding_of("\xEF\xBB\xBFx", "text/html; charset=koi8-r") == "UTF-8");
  CHECK(decode("\xEF\xBB\xBFx", "", Markup::Html).text == "x");
  CHECK(decode("\xFF\xFEh\0i\0"s, "", Markup::Html).text == "hi");
  const std::string page = "<meta charset=windows-1251>" + kRussianKoi8;
  CHECK(encoding_of(page, "text/html; charset='KOI8-R'") == "KOI8-R");
  CHECK(decode(page, "text/html; charset=koi8-r", Markup::Html).text.ends_with("Привет, мир"));
  CHECK(encoding_of(page, "text/html; charset=klingon") == "windows-1251");
}

TEST_CASE("charset: meta elements are found as browsers find them", "[charset]") {
  CHECK(encoding_of_meta("<!-- <meta charset=utf-8> --><meta charset='koi8-r'>") == "KOI8-R");
  CHECK(encoding_of_meta("<meta http-equiv=Content-Type content='text/html; charset=iso-8859-2'>") == "ISO-8859-2");
  CHECK(encoding_of_meta("<meta content='text/html; charset=iso-8859-2'>").empty());
  CHECK(encoding_of_meta("<meta charset=utf-16>") == "UTF-8");
  CHECK(encoding_of_meta("<p title='<meta charset=koi8-r>'>").empty());
  CHECK(encoding_of_xml_declaration("\n <?xml version='1.0' encoding = 'koi8-r'?>") == "KOI8-R");
  CHECK(encoding_of_xml_declaration("<?xml version='1.0' encoding='utf-16'?>").empty());
}

TEST_CASE("charset: what is said is believed only as far as the bytes agree", "[charset]") {
  const std::string utf8 = "<p>Привет, мир</p>";
  CHECK(encoding_of(utf8, "text/html; charset=utf-16") == "UTF-8");
  CHECK(encoding_of(utf8, "text/html; charset=iso-8859-1") == "UTF-8");
  CHECK(encoding_of("<?xml version='1.0' encoding='utf-16'?><rss/>", "", Markup::Xml) == "UTF-8");
}

TEST_CASE("charset: a stray windows-1252 byte does not garble good UTF-8", "[charset]") {
  const Decoded decoded = decode("naïve — “quoted” it\x92s", "text/xml; charset=utf-8", Markup::Xml);
  CHECK(decoded.encoding == "UTF-8");
  CHECK(decoded.text == "naïve — “quoted” it’s");
}

TEST_CASE("charset: web encodings are decoded", "[charset]") {
  CHECK(to_utf8("\x93quoted\x94 \x80", "windows-1252") == "“quoted” €");
  CHECK(to_utf8("\xc4\xe3\xba\xc3", "GBK") == "你好");
  CHECK(to_utf8("\x82\xb1\x82\xf1\\", "Shift_JIS") == "こん\\");
  CHECK(to_utf8("\xbe\xc8\xb3\xe7", "EUC-KR") == "안녕");
  CHECK(to_utf8("\xba\xfe\xe9 \xa4", "ISO-8859-16") == "șțé €");
  CHECK(to_utf8("\x80", "x-user-defined") == "\xEF\x9E\x80");
  CHECK(to_utf8("\x3D\xD8\x00\xDE"s, "UTF-16LE") == "😀");
  CHECK(to_utf8("\x3D\xD8x\0"s, "UTF-16LE") == "\uFFFDx");
  CHECK(encoding_of("<\0p\0>\0x\0"s) == "UTF-16LE");
}

TEST_CASE("charset: every label has a converter", "[charset]") {
  for (const char* label : {"866",    "l2",      "l3",     "l4",          "cyrillic",    "arabic", "greek",
                            "hebrew", "logical", "l6",     "iso-8859-13", "iso-8859-14", "l9",     "iso-8859-16",
                            "koi",    "koi8-u",  "mac",    "tis-620",     "cp1250",      "cp1251", "l1",
                            "cp1253", "l5",      "cp1255", "cp1256",      "cp1257",      "cp1258", "x-mac-ukrainian",
                            "gbk",    "gb18030", "big5",   "euc-jp",      "iso-2022-jp", "sjis",   "korean"}) {
    INFO(label);
    const std::string encoding = encoding_for_label(label);
    CHECK_FALSE(encoding.empty());
    CHECK(to_utf8("a", encoding) == "a");
    // What no converter reads comes out as a replacement character or as windows-1252 would have it.
    CHECK(to_utf8("\xC3\xA9 ", encoding) != "é ");
  }
}

TEST_CASE("charset: the output is valid UTF-8 without NUL, whatever the input", "[charset]") {
  std::mt19937 random(11);
  const char* const types[] = {"",
                               "text/html; charset=utf-16be",
                               "text/html; charset=gbk",
                               "text/html; charset=shift_jis",
                               "text/html; charset=iso-2022-jp",
                               "text/html; charset=big5",
                               "text/html; charset=utf-8"};
  for (int round = 0; round < 2000; ++round) {
    std::string bytes;
    const auto length = random() % 60;
    for (unsigned i = 0; i < length; ++i) bytes += static_cast<char>(random() % (round % 2 ? 256 : 140));
    const Decoded decoded = decode(bytes, types[random() % std::size(types)], Markup::Html);
    CHECK(trawl::utf8::is_valid(decoded.text));
    CHECK(decoded.text.find('\0') == std::string::npos);
  }
}
