#include "harness/history/figure_rows.h"

#include <cmath>
#include <limits>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

namespace sudoku {

namespace {

void bind_number(SQLite::Statement& statement, int index, double value) {
  if (std::isfinite(value)) {
    statement.bind(index, value);
  } else {
    statement.bind(index);
  }
}

double number_of(const SQLite::Column& column) {
  return column.isNull() ? std::numeric_limits<double>::quiet_NaN() : column.getDouble();
}

FigureRecord figure_of(SQLite::Statement& row) {
  FigureRecord figure;
  figure.key = {.dataset = row.getColumn(0).getString(),
                .dataset_sha256 = row.getColumn(1).getString(),
                .threads = static_cast<std::uint64_t>(row.getColumn(2).getInt64()),
                .cpu = row.getColumn(3).getString(),
                .settings = row.getColumn(4).getString(),
                .solver = row.getColumn(5).getString(),
                .variant = row.getColumn(6).getString()};
  figure.per_second = {.median = row.getColumn(7).getDouble(),
                       .low = number_of(row.getColumn(8)),
                       .high = number_of(row.getColumn(9))};
  if (!row.getColumn(10).isNull()) figure.guesses = row.getColumn(10).getDouble();
  return figure;
}

}  // namespace

void insert_figures(SQLite::Database& database, std::int64_t result,
                    const std::vector<FigureRecord>& figures) {
  SQLite::Statement insert(
      database, "INSERT INTO figures VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)");
  for (const FigureRecord& figure : figures) {
    insert.reset();
    insert.bind(1, result);
    insert.bind(2, figure.key.dataset);
    insert.bind(3, figure.key.dataset_sha256);
    insert.bind(4, static_cast<std::int64_t>(figure.key.threads));
    insert.bind(5, figure.key.cpu);
    insert.bind(6, figure.key.settings);
    insert.bind(7, figure.key.solver);
    insert.bind(8, figure.key.variant);
    insert.bind(9, figure.per_second.median);
    bind_number(insert, 10, figure.per_second.low);
    bind_number(insert, 11, figure.per_second.high);
    bind_number(insert, 12, figure.guesses.value_or(std::nan("")));
    insert.exec();
  }
}

std::vector<FigureRecord> select_figures(const SQLite::Database& database, std::int64_t result) {
  SQLite::Statement rows(
      database,
      "SELECT dataset, dataset_sha256, threads, cpu, settings, solver, variant, per_second, "
      "per_second_low, per_second_high, guesses FROM figures WHERE result = ? ORDER BY rowid");
  rows.bind(1, result);
  std::vector<FigureRecord> figures;
  while (rows.executeStep())
    figures.push_back(figure_of(rows));
  return figures;
}

}  // namespace sudoku
