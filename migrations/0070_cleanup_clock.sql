-- When a cleanup last read the clock. A jump of more than a week pauses cleanups for a day. At most one row.
create table cleanup_clock (
  id boolean primary key default true check (id),
  read_at timestamptz not null,
  jumped_from timestamptz,
  paused_until timestamptz
);
