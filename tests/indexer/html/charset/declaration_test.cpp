// SPDX-License-Identifier: GPL-3.0-or-later
// Byte order marks, zeros, and how far is looked; the prescan itself is in tests/data/standards/encoding_prescan.json.
#include "indexer/html/charset.h"

#include <catch2/catch.hpp>

#include <string>

using namespace trawl::html;
using namespace std::string_view_literals;

namespace {

/// `text` in UTF-16: each character with a zero byte after it, or before it.
std::string widened(std::string_view text, bool big_endian = false) {
  std::string bytes;
  for (const char c : text) {
    if (big_endian) bytes += '\0';
    bytes += c;
    if (!big_endian) bytes += '\0';
  }
  return bytes;
}

} // namespace

TEST_CASE("declaration: a byte order mark names the encoding", "[charset]") {
  struct Row {
    std::string_view bytes, encoding;
    std::size_t length;
  };
  const Row rows[] = {{"\xEF\xBB\xBF"
                       "a"sv,
                       "UTF-8", 3},
                      {"\xFF\xFE"
                       "a\0"sv,
                       "UTF-16LE", 2},
                      {"\xFE\xFF\0a"sv, "UTF-16BE", 2},
                      {"\xFF\xFE\0\0"sv, "UTF-32LE", 4},
                      {"\0\0\xFE\xFF"sv, "UTF-32BE", 4},
                      {"\xEF\xBB"sv, "", 0},
                      {"\xFF"sv, "", 0},
                      {""sv, "", 0},
                      {"a\xEF\xBB\xBF"sv, "", 0}};
  for (const Row& row : rows) {
    INFO(row.encoding);
    CHECK(byte_order_mark(row.bytes).encoding == row.encoding);
    CHECK(byte_order_mark(row.bytes).length == row.length);
  }
}

TEST_CASE("declaration: Latin text in UTF-16 is recognised by its zeros", "[charset]") {
  CHECK(encoding_of_zeros(widened("<html>")) == "UTF-16LE");
  CHECK(encoding_of_zeros(widened("<html>", true)) == "UTF-16BE");
  CHECK(encoding_of_zeros("<\0\0\0"sv) == "UTF-32LE");
  CHECK(encoding_of_zeros("\0\0\0<"sv) == "UTF-32BE");
  CHECK(encoding_of_zeros(widened("Caf\xE9 <p>")) == "UTF-16LE");
  for (const std::string_view other : {""sv, "a"sv, "a\0"sv, "abcdef"sv, "\0\0\0\0\0\0\0\0"sv, "ab\0cd\0ef"sv}) {
    CHECK(encoding_of_zeros(other).empty());
  }
}

TEST_CASE("declaration: the charset of a Content-Type may be quoted, and of any case", "[charset]") {
  struct Row {
    std::string_view header, encoding;
  };
  const Row rows[] = {{"text/html; charset=utf-8", "UTF-8"},
                      {"text/html;CHARSET=\"ISO-8859-1\"", "windows-1252"},
                      {"text/html; charset = 'gbk' ; x=y", "GBK"},
                      {"charset=shift_jis", "Shift_JIS"},
                      {"text/html; charset=utf-8; charset=gbk", "UTF-8"},
                      {"text/html; charset=utf-8x", ""},
                      {"text/html; charset=", ""},
                      {"text/html; charset", ""},
                      {"text/html; charset=\"utf-8", ""},
                      {"text/html; charset=iso-2022-kr", ""},
                      {"text/html", ""},
                      {"", ""}};
  for (const Row& row : rows) {
    INFO(row.header);
    CHECK(encoding_of_content_type(row.header) == row.encoding);
  }
}

TEST_CASE("declaration: a meta element is looked for in 16 KiB, an XML declaration in 1 KiB", "[charset][limits]") {
  const std::string meta = "<meta charset=gbk>";
  CHECK(encoding_of_meta(std::string(16 * 1024 - meta.size(), ' ') + meta) == "GBK");
  CHECK(encoding_of_meta(std::string(16 * 1024, ' ') + meta).empty());
  const std::string xml = "<?xml version='1.0' encoding='gbk'?>";
  const std::size_t through_value = xml.size() - 2; // without its "?>"
  CHECK(encoding_of_xml_declaration(std::string(1024 - through_value, ' ') + xml) == "GBK");
  CHECK(encoding_of_xml_declaration(std::string(1025 - through_value, ' ') + xml).empty());
}

TEST_CASE("declaration: an XML declaration is read only in front", "[charset]") {
  struct Row {
    std::string_view bytes, encoding;
  };
  const Row rows[] = {{"<?xml version='1.0' encoding='koi8-r'?>", "KOI8-R"},
                      {" \n<?xml version=\"1.0\" encoding = \"koi8-r\"?>", "KOI8-R"},
                      {"<?xml version='1.0'?><a encoding='koi8-r'/>", ""},
                      {"<a/><?xml encoding='koi8-r'?>", ""},
                      {"<?xml encoding=koi8-r?>", ""},
                      {"<?xml encoding='koi8-r?>", ""},
                      {"<?xml encoding='utf-16'?>", ""},
                      {"<?xml encoding='none'?>", ""},
                      {"<?XML encoding='koi8-r'?>", ""}};
  for (const Row& row : rows) {
    INFO(row.bytes);
    CHECK(encoding_of_xml_declaration(row.bytes) == row.encoding);
  }
}

TEST_CASE("declaration: a declaration that the bytes contradict is ignored", "[charset]") {
  struct Row {
    std::string bytes, content_type, encoding;
    CharsetSource source;
  };
  const Row rows[] = {
      {"\xEF\xBB\xBFé", "text/html; charset=gbk", "UTF-8", CharsetSource::Bom},
      {"caf\xE9 au lait", "text/html; charset=iso-8859-1", "windows-1252", CharsetSource::Header},
      {"<meta charset=iso-8859-1>caf\xE9 au lait", "", "windows-1252", CharsetSource::Declaration},
      {"<meta charset=gbk>x", "text/html; charset=utf-8", "UTF-8", CharsetSource::Header},
      {"日本語 café", "text/html; charset=iso-8859-1", "UTF-8", CharsetSource::Utf8},
      {"日本語 café", "text/html; charset=utf-16", "UTF-8", CharsetSource::Utf8},
      {"plain", "text/html; charset=unknown", "UTF-8", CharsetSource::Utf8},
      {"plain", "", "UTF-8", CharsetSource::Utf8},
      {"\x1B$B$\"\x1B(B", "", "ISO-2022-JP", CharsetSource::Guess},
      {widened("<p>plain</p>"), "text/html; charset=utf-8", "UTF-16LE", CharsetSource::Guess},
  };
  for (const Row& row : rows) {
    INFO(row.bytes << " as " << row.content_type);
    const Decoded decoded = decode(row.bytes, row.content_type, Markup::Html);
    CHECK(decoded.encoding == row.encoding);
    CHECK(decoded.source == row.source);
  }
}

TEST_CASE("declaration: a label is compared without case and the white space around it", "[charset]") {
  for (const std::string_view label : {"latin1", "LATIN1", " latin1\n", "l1", "ISO_8859-1:1987", "us-ascii"})
    CHECK(encoding_for_label(label) == "windows-1252");
  for (const std::string_view other : {"", " ", "latin", "latin 1", "l1 l2", "utf", "8", "windows-125"})
    CHECK(encoding_for_label(other).empty());
}

TEST_CASE("declaration: a name of an encoding is one of its labels", "[charset]") {
  for (const std::string_view name :
       {"UTF-8",          "IBM866",      "ISO-8859-8-I", "KOI8-U",   "macintosh",      "windows-874", "windows-1258",
        "x-mac-cyrillic", "GBK",         "gb18030",      "Big5",     "EUC-JP",         "ISO-2022-JP", "Shift_JIS",
        "EUC-KR",         "replacement", "UTF-16BE",     "UTF-16LE", "x-user-defined", "ISO-8859-16"}) {
    INFO(name);
    CHECK(encoding_for_label(name) == name);
  }
}

TEST_CASE("declaration: a guess looks at the text, not at the tags", "[charset]") {
  const std::string russian = "\xCF\xF0\xE8\xE2\xE5\xF2, \xEA\xE0\xEA \xE4\xE5\xEB\xE0? \xD5\xEE\xF0\xEE\xF8\xEE, "
                              "\xF1\xEF\xE0\xF1\xE8\xE1\xEE.";
  CHECK(guess_encoding(russian) == "windows-1251");
  CHECK(guess_encoding("<p title='\xE9\xE9\xE9\xE9'>" + russian + "</p>") == "windows-1251");
  CHECK(guess_encoding("<![CDATA[" + russian + "]]>") == "windows-1251");
}
