// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/records/document_store.h"

#include "shared/base/packed.h"
#include "shared/base/system_error.h"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trawl::index {
namespace {

constexpr std::size_t kPendingBytes = 1u << 20;

} // namespace

std::filesystem::path document_store_file(const std::filesystem::path& generation) {
  return generation / "records.trawl";
}

StoredDocument stored_document_at(std::string_view file, std::uint64_t offset) {
  if (offset >= file.size()) return {};
  std::string_view rest = file.substr(offset);
  StoredDocument document;
  for (std::string_view* part :
       {&document.positions, &document.forward_index, &document.stored_fields, &document.text}) {
    if (!packed::take_text(rest, *part)) return {};
  }
  return document;
}

std::string_view positions_at(std::string_view file, std::uint64_t offset) {
  std::string_view positions;
  if (offset >= file.size()) return {};
  file.remove_prefix(offset);
  return packed::take_text(file, positions) ? positions : std::string_view{};
}

DocumentStoreWriter::~DocumentStoreWriter() {
  if (file_ >= 0) ::close(file_);
}

DocumentStoreWriter::DocumentStoreWriter(DocumentStoreWriter&& other) noexcept
    : file_(std::exchange(other.file_, -1)), path_(std::move(other.path_)), written_(other.written_),
      pending_(std::move(other.pending_)) {}

DocumentStoreWriter& DocumentStoreWriter::operator=(DocumentStoreWriter&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(path_, other.path_);
  std::swap(written_, other.written_);
  std::swap(pending_, other.pending_);
  return *this;
}

Result<DocumentStoreWriter> DocumentStoreWriter::open(const std::filesystem::path& path, std::uint64_t size) {
  DocumentStoreWriter writer;
  writer.path_ = path;
  writer.written_ = size;
  writer.file_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | (size == 0 ? O_CREAT : 0), 0600);
  struct stat status{};
  if (writer.file_ < 0 || ::fstat(writer.file_, &status) != 0) {
    if (size > 0 && errno == ENOENT) {
      return fail(ErrorCode::IndexDamaged, "the index's document store is missing", path.string(),
                  "run `trawl index rebuild`");
    }
    return std::unexpected(system_error("cannot open", path));
  }
  if (static_cast<std::uint64_t>(status.st_size) < size) {
    return fail(ErrorCode::IndexDamaged, "the index's document store is too short", path.string(),
                "run `trawl index rebuild`");
  }
  if (::ftruncate(writer.file_, static_cast<off_t>(size)) != 0)
    return std::unexpected(system_error("cannot cut", path));
  return writer;
}

Result<std::uint64_t> DocumentStoreWriter::append(const StoredDocument& document) {
  const std::uint64_t offset = written_ + pending_.size();
  for (const std::string_view part :
       {document.positions, document.forward_index, document.stored_fields, document.text})
    packed::put_text(pending_, part);
  if (pending_.size() > kPendingBytes) TRAWL_CHECK(write_out());
  return offset;
}

Result<void> DocumentStoreWriter::write_out() {
  std::string_view rest = pending_;
  while (!rest.empty()) {
    const auto at = static_cast<off_t>(written_ + pending_.size() - rest.size());
    const ssize_t count = ::pwrite(file_, rest.data(), rest.size(), at);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::unexpected(system_error("cannot write", path_));
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  written_ += pending_.size();
  pending_.clear();
  return {};
}

Result<std::uint64_t> DocumentStoreWriter::sync() {
  TRAWL_CHECK(write_out());
  if (::fdatasync(file_) != 0) return std::unexpected(system_error("cannot write", path_));
  return written_;
}

} // namespace trawl::index
