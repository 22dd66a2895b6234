// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/pdf/pdf_xml.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;

namespace pdf_xml_test {

/// A PDF of one sheet with these objects after its fonts; the second is what is drawn on the sheet.
std::string pdf_of(const std::vector<std::string>& streams) {
  std::string out = "%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 "
                    "R]/Count 1>>\nendobj\n";
  std::string forms;
  for (std::size_t i = 1; i < streams.size(); ++i)
    forms += "/X" + std::to_string(i) + " " + std::to_string(5 + i) + " 0 R";
  const std::string resources = "/Resources<</Font<</F1 4 0 R>>/XObject<<" + forms + ">>>>";
  out += "3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 5 0 R" + resources + ">>\nendobj\n";
  out += "4 0 obj\n<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>\nendobj\n";
  for (std::size_t i = 0; i < streams.size(); ++i) {
    const std::string form = i == 0 ? "" : "/Type/XObject/Subtype/Form/BBox[0 0 600 800]" + resources;
    out += std::to_string(5 + i) + " 0 obj\n<<" + form + "/Length " + std::to_string(streams[i].size()) +
           ">>\nstream\n" + streams[i] + "\nendstream\nendobj\n";
  }
  return out + "trailer\n<</Root 1 0 R>>\n%%EOF\n";
}

/// False if pdftohtml is not installed; then there is nothing to test.
bool has_pdftohtml() {
  const auto xml = pdf::pdf_xml(pdf_of({"BT ET"}));
  const bool is_missing = !xml && xml.error().code == ErrorCode::NotFound;
  if (is_missing) WARN("pdftohtml is not installed");
  return !is_missing;
}

} // namespace pdf_xml_test
using namespace pdf_xml_test;

TEST_CASE("PDF: its text is read in a process of its own", "[pdf]") {
  if (!has_pdftohtml()) return;
  const auto xml = pdf::pdf_xml(pdf_of({"BT /F1 12 Tf 100 700 Td (Sparse < attention) Tj ET"}));
  REQUIRE(xml);
  CHECK(xml->contains(">Sparse &lt; attention</text>"));
}

TEST_CASE("PDF: what is none, or is cut off, is malformed", "[pdf]") {
  if (!has_pdftohtml()) return;
  for (const std::string& bytes :
       {std::string(), std::string("%PDF-1.7"), std::string("<html>"), std::string(100'000, '\xFF')}) {
    const auto xml = pdf::pdf_xml(bytes);
    REQUIRE_FALSE(xml);
    CHECK(xml.error().code == ErrorCode::Malformed);
  }
}

TEST_CASE("PDF: one that takes too much time, memory or output ends, and we do not", "[pdf]") {
  if (!has_pdftohtml()) return;
  // Each form draws the next one ten times, and the last one some text.
  std::vector<std::string> bomb{"/X1 Do"};
  for (int i = 2; i <= 9; ++i) {
    bomb.emplace_back();
    for (int times = 0; times < 10; ++times) bomb.back() += "/X" + std::to_string(i) + " Do ";
  }
  bomb.push_back("BT /F1 12 Tf 100 700 Td (again and again) Tj ET");
  pdf::PdfLimits limits;
  limits.processor_seconds = 1;
  const auto slow = pdf::pdf_xml(pdf_of(bomb), limits);
  REQUIRE_FALSE(slow);
  CHECK(slow.error().code == ErrorCode::Malformed);
  limits = {};
  limits.output_bytes = 100;
  CHECK_FALSE(pdf::pdf_xml(pdf_of({"BT /F1 12 Tf 100 700 Td (text) Tj ET"}), limits));
  limits = {};
  limits.memory_bytes = 4u << 20;
  CHECK_FALSE(pdf::pdf_xml(pdf_of({"BT /F1 12 Tf 100 700 Td (text) Tj ET"}), limits));
}
