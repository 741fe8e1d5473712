-- Points and layers. Most of what a row says, other rows say too; it is kept once, and the views
-- "point" and "layer" show all of it.
CREATE TABLE shared_text (
  id INTEGER PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

-- Its text is that of "form" with the numbers in the places of %d.
CREATE TABLE config (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  form INTEGER NOT NULL REFERENCES shared_text (id),
  (numbers)
  (columns of a configuration)
) STRICT;

-- What a kernel does, whatever time it takes.
CREATE TABLE work (
  id INTEGER PRIMARY KEY,
  name INTEGER NOT NULL REFERENCES shared_text (id),
  kind INTEGER NOT NULL REFERENCES shared_text (id),
  description INTEGER NOT NULL REFERENCES shared_text (id),
  onnx_nodes INTEGER NOT NULL REFERENCES shared_text (id),
  (quantities of work)
) STRICT;

CREATE TABLE point_data (
  idx INTEGER PRIMARY KEY,
  config INTEGER NOT NULL REFERENCES config (id),
  network TEXT NOT NULL REFERENCES network (name),
  images INTEGER NOT NULL,
  schedule INTEGER NOT NULL REFERENCES shared_text (id),
  chosen_quantization INTEGER NOT NULL REFERENCES shared_text (id),
  memory INTEGER NOT NULL REFERENCES shared_text (id),
  (quantities of a run)
  host_operators INTEGER NOT NULL REFERENCES shared_text (id),
  (states)
  values_key INTEGER NOT NULL REFERENCES shared_text (id),
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
  energy INTEGER NOT NULL REFERENCES shared_text (id),
  UNIQUE (config, network, images, schedule, chosen_quantization)
) STRICT;

CREATE TABLE layer_data (
  idx INTEGER NOT NULL REFERENCES point_data (idx),
  ordinal INTEGER NOT NULL,
  work INTEGER NOT NULL REFERENCES work (id),
  (quantities of time)
  (states)
  PRIMARY KEY (idx, ordinal)
) STRICT, WITHOUT ROWID;

CREATE VIEW point AS SELECT
  p.idx AS idx,
  p.network || ' images=' || p.images || ' schedule=' || schedules.value ||
    iif(quantizations.value = '', '', ' quantization=' || quantizations.value) || ' config=' || c.hash AS key,
  p.network AS network,
  p.images AS images,
  schedules.value AS schedule,
  memories.value AS memory,
  quantizations.value AS chosen_quantization,
  c.name AS config_name,
  c.hash AS config_hash,
  (text of a configuration) AS config,
  (columns of c)
  (quantities of p)
  hosts.value AS host_operators,
  (states of p) AS states,
  keys.value AS values_key,
  p.samples AS samples,
  p.float_top1 AS float_top1,
  p.top1 AS top1,
  p.float_top5 AS float_top5,
  p.top5 AS top5,
  p.agreement AS agreement,
  p.sqnr_db AS sqnr_db,
  p.lut AS lut,
  p.ff AS ff,
  p.dsp AS dsp,
  p.bram18 AS bram18,
  p.path_ps AS path_ps,
  p.area_source AS area_source,
  p.energy_pj AS energy_pj,
  energies.value AS energy
FROM point_data p
  JOIN config c ON c.id = p.config
  JOIN shared_text forms ON forms.id = c.form
  JOIN shared_text schedules ON schedules.id = p.schedule
  JOIN shared_text quantizations ON quantizations.id = p.chosen_quantization
  JOIN shared_text memories ON memories.id = p.memory
  JOIN shared_text hosts ON hosts.id = p.host_operators
  JOIN shared_text keys ON keys.id = p.values_key
  JOIN shared_text energies ON energies.id = p.energy;

CREATE VIEW layer AS SELECT
  l.idx AS idx,
  l.ordinal AS ordinal,
  names.value AS name,
  kinds.value AS kind,
  descriptions.value AS description,
  nodes.value AS onnx_nodes,
  (quantities of l and w)
  (states of l) AS states
FROM layer_data l
  JOIN work w ON w.id = l.work
  JOIN shared_text names ON names.id = w.name
  JOIN shared_text kinds ON kinds.id = w.kind
  JOIN shared_text descriptions ON descriptions.id = w.description
  JOIN shared_text nodes ON nodes.id = w.onnx_nodes;
