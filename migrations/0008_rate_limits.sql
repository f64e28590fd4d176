-- How often something was tried since its time began, such as writes by one network. Nothing is lost when a crash
-- empties the table, so it is spared the log.
create unlogged table rate_limits (
  key text primary key,
  tries integer not null,
  ends_at timestamptz not null
);
create index rate_limits_end on rate_limits (ends_at);
