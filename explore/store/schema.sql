-- The database of one sweep: docs/sweep_database.md. sweep_file.cpp puts a column for each quantity
-- (explore/record/quantity.h) where one is named in parentheses.
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE network (
  name TEXT PRIMARY KEY,
  model TEXT NOT NULL,
  hash TEXT NOT NULL,
  quantization TEXT NOT NULL,
  accuracy TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE excluded (
  idx INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('illegal', 'constraint', 'uncompilable')),
  rule TEXT NOT NULL,
  reason TEXT NOT NULL
) STRICT;

CREATE TABLE point (
  idx INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  network TEXT NOT NULL REFERENCES network (name),
  images INTEGER NOT NULL,
  schedule TEXT NOT NULL,
  memory TEXT NOT NULL,
  chosen_quantization TEXT NOT NULL,
  config_name TEXT NOT NULL,
  config_hash TEXT NOT NULL,
  config TEXT NOT NULL,
  batch INTEGER NOT NULL,
  block_in INTEGER NOT NULL,
  block_out INTEGER NOT NULL,
  macs INTEGER NOT NULL,
  bus_bytes INTEGER NOT NULL,
  read_latency INTEGER NOT NULL,
  write_latency INTEGER NOT NULL,
  acc_read_ports INTEGER NOT NULL,
  gemm_pipeline INTEGER NOT NULL,
  products_per_multiplier INTEGER NOT NULL,
  acc_overlap INTEGER NOT NULL,
  isa_ext INTEGER NOT NULL,
  uop_bytes INTEGER NOT NULL,
  inp_bytes INTEGER NOT NULL,
  wgt_bytes INTEGER NOT NULL,
  acc_bytes INTEGER NOT NULL,
  (quantities of a run)
  host_operators TEXT NOT NULL,
  states TEXT NOT NULL,
  values_key TEXT NOT NULL,
  samples INTEGER NOT NULL,
  float_top1 REAL,
  top1 REAL,
  float_top5 REAL,
  top5 REAL,
  agreement REAL,
  sqnr_db REAL,
  lut INTEGER NOT NULL,
  ff INTEGER NOT NULL,
  dsp INTEGER NOT NULL,
  bram18 INTEGER NOT NULL,
  path_ps INTEGER NOT NULL,
  area_source TEXT NOT NULL CHECK (area_source IN ('synthesis', 'model')),
  energy_pj REAL NOT NULL,
  energy TEXT NOT NULL
) STRICT;

CREATE TABLE layer (
  idx INTEGER NOT NULL REFERENCES point (idx),
  ordinal INTEGER NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  description TEXT NOT NULL,
  onnx_nodes TEXT NOT NULL,
  (quantities of a kernel)
  states TEXT NOT NULL,
  PRIMARY KEY (idx, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE failure (
  idx INTEGER PRIMARY KEY,
  reason TEXT NOT NULL
) STRICT;

CREATE TABLE confirmation (
  idx INTEGER PRIMARY KEY REFERENCES point (idx),
  status TEXT NOT NULL CHECK (status IN ('confirmed', 'unconfirmed', 'different')),
  csim_cycles INTEGER,
  tsim_cycles INTEGER,
  equal INTEGER CHECK (equal IN (0, 1)),
  reason TEXT NOT NULL
) STRICT;

-- Below: when, where and how long; not part of the digest.
CREATE TABLE effort (
  idx INTEGER PRIMARY KEY,
  seconds REAL NOT NULL,
  worker INTEGER NOT NULL,
  finished_at TEXT NOT NULL
) STRICT;

CREATE TABLE confirm_effort (
  idx INTEGER PRIMARY KEY,
  built INTEGER NOT NULL CHECK (built IN (0, 1)),
  build_seconds REAL NOT NULL,
  build_peak_mb REAL NOT NULL,
  run_seconds REAL NOT NULL,
  run_peak_mb REAL NOT NULL
) STRICT;
