// SPDX-License-Identifier: GPL-3.0-or-later
/// PDF files by poppler's pdftohtml, in a process of its own: a parser of foreign bytes that may not take down ours.
#pragma once

#include "shared/base/result.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trawl::pdf {

/// Whether the bytes say that they are a PDF.
inline bool is_pdf(std::string_view bytes) { return bytes.starts_with("%PDF-"); }

/// What the process may cost.
struct PdfLimits {
  std::uint64_t processor_seconds = 10, memory_bytes = 1u << 30;
  std::chrono::seconds patience{60};
  std::size_t output_bytes = 30u << 20;
};

/// What `pdftohtml -xml` writes: lines of <page>, <fontspec> and <text>, in the order of the file's content. It writes
/// no files. NotFound without pdftohtml; Malformed if it is no PDF, is locked, or costs too much; Exhausted.
Result<std::string> pdf_xml(std::string_view bytes, const PdfLimits& limits = {});

} // namespace trawl::pdf
