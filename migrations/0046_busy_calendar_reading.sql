-- A calendar that has not changed is read again all the same once its times do not reach far enough any more, or the owner's
-- zone is another one.
alter table busy_calendars
  -- When its text was last turned into times, and in which zone.
  add column read_at timestamptz,
  add column read_zone text,
  -- What the owner should know of the last reading, such as events that could not be read.
  add column note text;
