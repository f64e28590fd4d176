-- How many of an import's images and texts are prepared while it runs.
alter table imports
  add column prepared_count integer not null default 0 check (prepared_count >= 0),
  add column prepare_total integer not null default 0 check (prepare_total >= 0);
