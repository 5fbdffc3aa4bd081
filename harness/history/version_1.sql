-- A history file as version 1 wrote it, with that version's schema text, comments included.
PRAGMA journal_mode = WAL;
BEGIN;
PRAGMA application_id = 1400193637;
PRAGMA user_version = 1;
CREATE TABLE results(
  id INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL UNIQUE,   -- of the document
  added TEXT NOT NULL,           -- times are ISO 8601, UTC, to the second
  started TEXT NOT NULL,
  revision TEXT NOT NULL,
  label TEXT NOT NULL,
  document TEXT NOT NULL         -- the result document, byte for byte
) STRICT;
INSERT INTO results VALUES(1, '68abca3c5adfa6e07560101ff12d7b357ed6a5b1bc849998f48a9d699f332071', '2026-01-01T13:00:00Z', '2026-01-01T12:00:00Z', 'aaaa111', 'it''s the "first"',
'{
 "schema_version": 1,
 "tool": {
  "version": "0.1.0",
  "git_revision": "aaaa111",
  "build_type": "Release",
  "compiler": "GNU 12.2.0",
  "flags": "-O3 -DNDEBUG"
 },
 "environment": {
  "cpu": "Example CPU 9000",
  "isa_available": ["baseline","avx2"],
  "isa_dispatched": "baseline",
  "cores": 2,
  "smt_siblings": false,
  "pinned": true,
  "governor": "powersave",
  "boost": "",
  "load": 0.25,
  "steal": 0.012,
  "involuntary_switches": 17,
  "memory": 8000000000,
  "kernel": "Linux 6.1.0",
  "container": "docker",
  "pilot_ghz": 3.1,
  "warnings": ["the governor is powersave: frequencies will wander"]
 },
 "command": ["sudoku-bench","run","data/rated.csv","data/norvig 11.txt"],
 "settings": {
  "solutions_limit": 2,
  "rounds": 5,
  "latency_rounds": 3,
  "warmup_s": 0.01,
  "time_budget_s": 10.0,
  "puzzle_timeout_s": 1.0,
  "block": 8192,
  "seed": 1,
  "permute": false,
  "verify": "sample",
  "isolate": "external",
  "memory_limit": 512000000,
  "reference": "mrv",
  "suite": {"path":"data/rivals.toml","sha256":"22ff"}
 },
 "started": "2026-01-01T12:00:00Z",
 "finished": "2026-01-01T12:01:00Z",
 "complete": false,
 "datasets": [
  {
   "name": "rated",
   "path": "data/rated.csv",
   "sha256": "00ff",
   "puzzles": 44242,
   "quarantined": 2,
   "quarantine_first": ["rated.csv:7:1: a puzzle has 81 cells, this one has 80","rated.csv:9:5: expected a digit or ''.'', found ''x''"],
   "clues": {"min":21,"mean":24.637,"max":31}
  }
 ],
 "overhead": {"clock_ns":8.25,"null_span_ns":1.5,"null_stamped_ns":11.2},
 "results": [
  {
   "solver": "mrv",
   "external": null,
   "isolated": false,
   "dataset": "rated",
   "threads": 1,
   "chunk": 512,
   "isa": "baseline",
   "solutions_limit": 2,
   "puzzles": 44242,
   "sample_rate": 1.0,
   "complete": true,
   "outcomes": {
    "unique": 44242,
    "multiple": 0,
    "none": 0,
    "first": 0,
    "incomplete": 0,
    "timeout": 0,
    "unsupported": 0,
    "crashed": 0,
    "wrong": 0
   },
   "rounds": 5,
   "puzzles_per_second": {"median":92000.0,"ci95":[91400.0,92700.0]},
   "time_per_puzzle_ns": {"median":10870.0,"ci95":[10788.0,10941.0]},
   "latency_ns": {
    "chunk": 1,
    "censored": 0,
    "min": 102.0,
    "p50": 433.0,
    "p90": 1250.0,
    "p99": 12300.0,
    "p999": 99960.0,
    "max": 1234567.0,
    "mean": 612.5,
    "histogram": {"first_ps":[102,433],"count":[22121,22121]},
    "histogram_all_samples": {"first_ps":[102,433,900],"count":[44242,44242,44242]}
   },
   "guesses": {"total":221210,"mean":5.0,"zero_fraction":0.25},
   "par2_s": 1e-06,
   "peak_memory_bytes": 5300000,
   "solution_digest": "fedcba9876543210",
   "blocks": [
    {"index":0,"puzzles":8192,"seconds":[0.089,0.09],"guesses":40000,"digest":"00000000000000ff"},
    {"index":1,"puzzles":8192,"seconds":[0.088,0.087],"guesses":41000,"digest":"0000000000000001"}
   ],
   "subsamples": [],
   "speedup": null,
   "scaling": null,
   "slowest": [
    {
     "puzzle": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
     "line": 4711,
     "latency_ns": 1234567.0,
     "guesses": 1302,
     "outcome": "unique"
    }
   ],
   "wrong_answers": [],
   "incidents": [],
   "disqualified": "",
   "solutions_asked": 0,
   "startup_s": 0.0
  }
 ],
 "contests": []
}
');
INSERT INTO results VALUES(2, '653c12af5ac2daa2c5962ccea22cd2ea160f97808817d79f66df588c253fa9cc', '2026-01-02T13:00:00Z', '2026-01-02T12:00:00Z', 'bbbb222', '',
'{
 "schema_version": 1,
 "tool": {
  "version": "0.1.0",
  "git_revision": "bbbb222",
  "build_type": "Release",
  "compiler": "GNU 12.2.0",
  "flags": "-O3 -DNDEBUG"
 },
 "environment": {
  "cpu": "Example CPU 9000",
  "isa_available": ["baseline","avx2"],
  "isa_dispatched": "baseline",
  "cores": 2,
  "smt_siblings": false,
  "pinned": true,
  "governor": "powersave",
  "boost": "",
  "load": 0.25,
  "steal": 0.012,
  "involuntary_switches": 17,
  "memory": 8000000000,
  "kernel": "Linux 6.1.0",
  "container": "docker",
  "pilot_ghz": 3.1,
  "warnings": ["the governor is powersave: frequencies will wander"]
 },
 "command": ["sudoku-bench","run","data/rated.csv","data/norvig 11.txt"],
 "settings": {
  "solutions_limit": 2,
  "rounds": 5,
  "latency_rounds": 3,
  "warmup_s": 0.01,
  "time_budget_s": 10.0,
  "puzzle_timeout_s": 1.0,
  "block": 8192,
  "seed": 1,
  "permute": false,
  "verify": "sample",
  "isolate": "external",
  "memory_limit": 512000000,
  "reference": "mrv",
  "suite": {"path":"data/rivals.toml","sha256":"22ff"}
 },
 "started": "2026-01-02T12:00:00Z",
 "finished": "2026-01-02T12:01:00Z",
 "complete": false,
 "datasets": [
  {
   "name": "rated",
   "path": "data/rated.csv",
   "sha256": "00ff",
   "puzzles": 44242,
   "quarantined": 2,
   "quarantine_first": ["rated.csv:7:1: a puzzle has 81 cells, this one has 80","rated.csv:9:5: expected a digit or ''.'', found ''x''"],
   "clues": {"min":21,"mean":24.637,"max":31}
  }
 ],
 "overhead": {"clock_ns":8.25,"null_span_ns":1.5,"null_stamped_ns":11.2},
 "results": [
  {
   "solver": "mrv",
   "external": null,
   "isolated": false,
   "dataset": "rated",
   "threads": 1,
   "chunk": 512,
   "isa": "baseline",
   "solutions_limit": 2,
   "puzzles": 44242,
   "sample_rate": 1.0,
   "complete": true,
   "outcomes": {
    "unique": 44242,
    "multiple": 0,
    "none": 0,
    "first": 0,
    "incomplete": 0,
    "timeout": 0,
    "unsupported": 0,
    "crashed": 0,
    "wrong": 0
   },
   "rounds": 5,
   "puzzles_per_second": {"median":92000.0,"ci95":[91400.0,92700.0]},
   "time_per_puzzle_ns": {"median":10870.0,"ci95":[10788.0,10941.0]},
   "latency_ns": {
    "chunk": 1,
    "censored": 0,
    "min": 102.0,
    "p50": 433.0,
    "p90": 1250.0,
    "p99": 12300.0,
    "p999": 99960.0,
    "max": 1234567.0,
    "mean": 612.5,
    "histogram": {"first_ps":[102,433],"count":[22121,22121]},
    "histogram_all_samples": {"first_ps":[102,433,900],"count":[44242,44242,44242]}
   },
   "guesses": {"total":221210,"mean":5.0,"zero_fraction":0.25},
   "par2_s": 1e-06,
   "peak_memory_bytes": 5300000,
   "solution_digest": "fedcba9876543210",
   "blocks": [
    {"index":0,"puzzles":8192,"seconds":[0.089,0.09],"guesses":40000,"digest":"00000000000000ff"},
    {"index":1,"puzzles":8192,"seconds":[0.088,0.087],"guesses":41000,"digest":"0000000000000001"}
   ],
   "subsamples": [],
   "speedup": null,
   "scaling": null,
   "slowest": [
    {
     "puzzle": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
     "line": 4711,
     "latency_ns": 1234567.0,
     "guesses": 1302,
     "outcome": "unique"
    }
   ],
   "wrong_answers": [],
   "incidents": [],
   "disqualified": "",
   "solutions_asked": 0,
   "startup_s": 0.0
  }
 ],
 "contests": []
}
');
COMMIT;
