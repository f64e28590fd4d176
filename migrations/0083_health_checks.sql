-- The state of each health check, so that one outage causes one email.
create table health_checks (
  name text primary key,
  -- Whether the last two runs that agreed found it failing.
  is_failing boolean not null,
  -- The reason that the last run gave.
  message text not null,
  since timestamptz not null,
  -- When the last run started to disagree with is_failing.
  changing_since timestamptz,
  -- When the owner was last emailed about this failure.
  alerted_at timestamptz
);

-- The status page shows when a provider sent its last event.
create index provider_events_newest on provider_events (provider, received_at);
