// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/xapian/record_database.h"

#include "shared/base/crc32c.h"
#include "shared/base/file.h"
#include "shared/base/mapped_file.h"
#include "shared/base/packed.h"
#include "shared/base/system_error.h"
#include "shared/index/output_file.h"
#include "shared/index/records/stored_fields.h"
#include "shared/index/segment/segment_format.h"
#include "shared/index/xapian/record_terms.h"
#include "shared/index/xapian/xapian_guard.h"

#include <array>
#include <system_error>

#include <xapian.h>

namespace trawl::index {
namespace {

namespace fs = std::filesystem;
using packed::put_number;

constexpr std::string_view kDatabaseMagic = "\x0f\x0dXapian Glass\x04\x6e"; ///< and the version of the format

/// Tables in the order in which the database names them. Those without a file are empty. A writer compresses a
/// tag that is longer than the number; 0: never.
struct TableRow {
  const char* file;
  std::uint64_t compress_above;
};
constexpr TableRow kTables[] = {{"postlist.glass", 0}, {"docdata.glass", 4}, {nullptr, 4},
                                {nullptr, 0},          {nullptr, 4},         {nullptr, 4}};

std::string root_info(const TableRow& row, const glass::TableRoot& table) {
  constexpr unsigned kSequential = 2, kWithoutRoot = 1;
  const bool has_file = row.file != nullptr;
  std::string out;
  put_number(out, table.root);
  put_number(out, table.level << 2 | kSequential | (has_file ? 0 : kWithoutRoot));
  put_number(out, table.entries);
  put_number(out, glass::kBlockBytes >> 11);
  put_number(out, row.compress_above);
  std::string unused; // blocks: the revision, the first after the last, two empty lists
  if (has_file) {
    for (const std::uint32_t number : {glass::kRevision, table.blocks, 0U, 0U, 0U, 0U}) put_number(unused, number);
  }
  packed::put_text(out, unused);
  return out;
}

/// A number for this database; another has another, because its tables differ.
std::string unique_id(std::span<const glass::TableRoot> tables) {
  std::string id;
  for (const glass::TableRoot& table : tables) {
    format::put(id, table.checksum);
    format::put(id, static_cast<std::uint32_t>(table.entries));
  }
  id.resize(16);
  id[6] = static_cast<char>((id[6] & 0x0F) | 0x40); // the form of a random UUID (RFC 4122)
  id[8] = static_cast<char>((id[8] & 0x3F) | 0x80);
  return id;
}

std::string database_info(std::span<const glass::TableRoot> tables, const RecordDocuments& documents,
                          const RecordLengths& lengths) {
  std::string out(kDatabaseMagic);
  out += unique_id(tables);
  put_number(out, glass::kRevision);
  for (std::size_t i = 0; i < std::size(kTables); ++i) {
    out += root_info(kTables[i], i < tables.size() ? tables[i] : glass::TableRoot{});
  }
  put_number(out, documents.count());
  put_number(out, 0); // the last document less their count
  put_number(out, lengths.least);
  put_number(out, lengths.highest_wdf);
  put_number(out, lengths.greatest - lengths.highest_wdf);
  put_number(out, 0); // there is no record of changes
  put_number(out, lengths.total);
  put_number(out, 0); // there are no words for spelling
  return out;
}

/// The form of Xapian's own web search, Omega: a line for each field.
Result<glass::TableRoot> write_data(const fs::path& path, const RecordDocuments& documents) {
  TRAWL_TRY(glass::TableWriter table, glass::TableWriter::create(path));
  Article article;
  documents.for_each([&](const Part& part, std::uint32_t local, std::uint32_t number) {
    if (!unpack_stored_fields(part.segment->records().stored(local).stored_fields, article)) article = {};
    table.add(glass::sortable_number(number), "url=" + article.url + "\ntitle=" + article.title + "\n");
  });
  return table.finish();
}

Result<glass::TableRoot> write_lists(const fs::path& path, const RecordDocuments& documents,
                                     const RecordLengths& lengths) {
  TRAWL_TRY(glass::TableWriter table, glass::TableWriter::create(path));
  add_values(documents, table);
  glass::add_lengths(table, lengths.of);
  add_terms(documents, table);
  return table.finish();
}

} // namespace

Result<std::vector<RecordFile>> write_record_database(const fs::path& folder, std::span<const Part> parts) {
  std::error_code ignored;
  fs::remove_all(folder, ignored); // what a stopped run left
  TRAWL_CHECK(make_private_directory(folder));
  return guarded([&]() -> Result<std::vector<RecordFile>> {
    const RecordDocuments documents(parts);
    const RecordLengths lengths = record_lengths(documents);
    TRAWL_TRY(const glass::TableRoot lists, write_lists(folder / kTables[0].file, documents, lengths));
    TRAWL_TRY(const glass::TableRoot data, write_data(folder / kTables[1].file, documents));
    const std::string info = database_info(std::array{lists, data}, documents, lengths);
    const std::string name = "iamglass";
    TRAWL_TRY(OutputFile file, OutputFile::create(folder / name));
    file.write(info);
    TRAWL_CHECK(file.finish());
    TRAWL_CHECK(sync_file(folder));
    return std::vector<RecordFile>{{kTables[0].file, lists.bytes, lists.checksum},
                                   {kTables[1].file, data.bytes, data.checksum},
                                   {name, info.size(), crc32c(info)}};
  });
}

Result<void> check_record_database(const fs::path& folder, std::span<const RecordFile> files, std::uint32_t documents) {
  const auto damaged = [&](const fs::path& path) {
    return fail(ErrorCode::IndexDamaged, "Xapian's database of the index is damaged", path.string(),
                "run `trawl index rebuild`");
  };
  for (const RecordFile& file : files) {
    const fs::path path = folder / file.name;
    std::error_code failed;
    const std::uintmax_t bytes = fs::file_size(path, failed);
    if (failed && failed != std::errc::no_such_file_or_directory) {
      return std::unexpected(system_error(failed.value(), "cannot look at", path));
    }
    if (failed || bytes != file.bytes) return damaged(path);
    TRAWL_TRY(const SharedBytes mapped, map_file(path, file.bytes));
    if (crc32c(mapped.bytes) != file.checksum) return damaged(path);
  }
  return guarded([&]() -> Result<void> {
    const Xapian::Database database(folder.string(), Xapian::DB_BACKEND_GLASS);
    return database.get_doccount() == documents ? Result<void>{} : damaged(folder);
  });
}

} // namespace trawl::index
