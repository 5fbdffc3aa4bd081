// SQLite's database as headers name it, so that who includes them sees nothing of SQLite.
#pragma once

// NOLINTNEXTLINE(readability-identifier-naming): the library's name
namespace SQLite {
class Database;
}
