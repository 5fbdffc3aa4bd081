#include <dlfcn.h>

#include "harness/base/archive.h"
#include "harness/base/errors.h"

namespace sudoku::base {

namespace {

// The module is looked for in the folders that the build gave this program (RUNPATH). It uses this
// program's functions of `base`.
const Unpacker& load() {
  void* const module = ::dlopen("sudoku-bench-archive.so", RTLD_NOW);
  void* const table = module == nullptr ? nullptr : ::dlsym(module, "sudoku_bench_unpacker");
  if (table == nullptr) throw LoadError("bzip2 and zip data cannot be unpacked: {}", ::dlerror());
  return *static_cast<const Unpacker*>(table);
}

}  // namespace

const Unpacker& unpacker() {
  static const Unpacker& loaded = load();
  return loaded;
}

}  // namespace sudoku::base
