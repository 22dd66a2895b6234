// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/shard/rows.h"

#include "shared/base/packed.h"

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace rows_test {

using namespace trawl::index;

/// Rows with values in every field; some numbers are nobody's.
std::vector<Row> random_rows(std::mt19937_64& random, std::size_t count) {
  std::vector<Row> rows(count);
  for (Row& row : rows) {
    if (random() % 7 == 0) continue;
    row.id = random() | 1;
    if (random() % 4 != 0) row.published = static_cast<std::int64_t>(random() % 4'000'000'000) - 2'000'000'000;
    row.words = static_cast<std::uint32_t>(random() % 70'000);
    row.title_words = static_cast<std::uint32_t>(random() % 30);
    for (std::size_t field = 0; field < kFields; ++field) {
      for (auto more = random() % 4; more > 0; --more)
        row.ordinals[field].push_back(static_cast<std::uint32_t>(random() % (10 + 300 * field)));
    }
  }
  return rows;
}

struct Written {
  std::string columns;
  std::array<std::string, kFields> fields;

  explicit Written(const std::vector<Row>& rows) {
    RowsWriter writer;
    for (const Row& row : rows) writer.add(row);
    columns = writer.columns();
    for (std::size_t i = 0; i < kFields; ++i) fields[i] = writer.field(i);
  }
};

bool is_equal(const Row& one, const Row& other) {
  return one.id == other.id && one.published == other.published && one.words == other.words &&
         one.title_words == other.title_words && one.ordinals == other.ordinals;
}

TEST_CASE("rows: what is written is read, and numbers of nobody are known", "[index]") {
  std::mt19937_64 random(3);
  for (const std::size_t count : {0U, 1U, 2U, 63U, 64U, 65U, 700U}) {
    CAPTURE(count);
    const std::vector<Row> rows = random_rows(random, count);
    const Written written(rows);
    const auto columns = read_columns(written.columns);
    REQUIRE(columns);
    REQUIRE(columns->last() == count);
    std::array<std::optional<FieldColumn>, kFields> read;
    std::array<const FieldColumn*, kFields> fields{};
    for (std::size_t i = 0; i < kFields; ++i) {
      read[i] = read_field(written.fields[i], columns->last(), columns->limits[i]);
      REQUIRE(read[i]);
      fields[i] = &*read[i];
    }
    for (std::uint32_t local = 1; local <= count; ++local) {
      REQUIRE(is_equal(row_at(*columns, fields, local), rows[local - 1]));
      const bool is_unused = !columns->unused.empty() && (columns->unused[local / 64] >> (local % 64) & 1) != 0;
      REQUIRE(is_unused == (rows[local - 1].id == 0));
    }
  }
}

TEST_CASE("rows: numbers that are skipped are nobody's", "[index]") {
  RowsWriter writer;
  Row row;
  row.id = 9;
  writer.skip_to(100);
  writer.add(row);
  const auto columns = read_columns(writer.columns());
  REQUIRE(columns);
  CHECK(columns->last() == 100);
  CHECK(columns->ids.raw(100) == 9);
  for (std::uint32_t local = 1; local < 100; ++local) CHECK((columns->unused[local / 64] >> (local % 64) & 1) != 0);
}

TEST_CASE("rows: forged bytes are refused, or give rows within their bounds", "[index]") {
  std::mt19937_64 random(4);
  const Written written(random_rows(random, 90));
  const auto whole = read_columns(written.columns);
  REQUIRE(whole);
  const auto look = [&](const std::string& columns_bytes, const std::string& field_bytes, std::size_t i) {
    const auto columns = read_columns(columns_bytes);
    if (!columns) return false;
    REQUIRE(columns->ids.size() == columns->words.size());
    REQUIRE(columns->ids.size() == columns->title_words.size());
    REQUIRE(columns->ids.size() == columns->published.size());
    const auto field = read_field(field_bytes, columns->last(), columns->limits[i]);
    if (!field) return false;
    REQUIRE(field->ends.size() == std::size_t{columns->last()} + 1);
    REQUIRE(field->ends.front() == 0);
    REQUIRE(std::ranges::is_sorted(field->ends));
    REQUIRE(field->ends.back() == field->ordinals.size());
    for (std::size_t at = 0; at < field->ordinals.size(); ++at) REQUIRE(field->ordinals.raw(at) < columns->limits[i]);
    return true;
  };
  CHECK(look(written.columns, written.fields[0], 0));
  std::size_t refused = 0;
  for (int round = 0; round < 4'000; ++round) {
    const std::size_t i = random() % kFields;
    std::string columns = written.columns, field = written.fields[i];
    std::string& changed = round % 2 == 0 ? columns : field;
    const std::size_t at = round % 3 == 0 ? random() % 12 % changed.size() : random() % changed.size();
    changed[at] = static_cast<char>(changed[at] ^ (1 << random() % 8));
    if (round % 5 == 0) changed.resize(random() % changed.size());
    refused += look(columns, field, i) ? 0 : 1;
  }
  CHECK(refused > 500);
  CHECK_FALSE(look("", written.fields[0], 0));
  CHECK_FALSE(look(written.columns + "x", written.fields[0], 0));
  CHECK_FALSE(look(written.columns, written.fields[0] + "x", 0));
  CHECK_FALSE(look(written.columns, "", 0));
}

TEST_CASE("rows: counts whose sum does not fit are refused before memory is allocated for them", "[index]") {
  const std::vector<std::uint32_t> counts{0, UINT32_MAX, UINT32_MAX}, first{1, 0, 0}, ordinals{0};
  for (const auto& forged : {counts, first}) {
    std::string bytes;
    NumberArray(std::span<const std::uint32_t>(forged)).put(bytes);
    NumberArray(std::span<const std::uint32_t>(ordinals)).put(bytes);
    CHECK_FALSE(read_field(bytes, 2, 1));
  }
}

} // namespace rows_test
