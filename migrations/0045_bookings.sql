-- Consultations: when they can be had, and who has booked one.

-- The rules of booking: one row. Whoever takes or frees a time locks it first, so that what is counted stays true.
create table booking_settings (
  only_row boolean primary key default true check (only_row),
  buffer_before_minutes smallint not null default 15 check (buffer_before_minutes between 0 and 240),
  buffer_after_minutes smallint not null default 15 check (buffer_after_minutes between 0 and 240),
  -- The least time between booking and beginning.
  notice_hours smallint not null default 12 check (notice_hours between 0 and 720),
  -- Until so long before the beginning a client may reschedule or cancel.
  change_notice_hours smallint not null default 12 check (change_notice_hours between 0 and 720),
  horizon_days smallint not null default 60 check (horizon_days between 1 and 365),
  most_a_day smallint not null default 4 check (most_a_day between 1 and 48),
  grid_minutes smallint not null default 30 check (grid_minutes in (10, 15, 20, 30, 60)),
  -- Where it takes place, such as the address of a video call.
  meeting_place text not null default '',
  -- Of the secret address of the owner's feed: a new version ends the old address.
  feed_version integer not null default 1,
  version integer not null default 1
);
insert into booking_settings default values;

-- Local wall time in the owner's zone: [{"from": 540, "until": 1020}], minutes of the day; 1440 is its end.
create table weekly_hours (
  weekday smallint primary key check (weekday between 1 and 7),
  hours jsonb not null default '[]' check (jsonb_typeof(hours) = 'array')
);
insert into weekly_hours (weekday, hours)
select day, case when day <= 5 then '[{"from": 600, "until": 1020}]'::jsonb else '[]'::jsonb end
from generate_series(1, 7) as day;

-- Days that are unlike the others of the week; without hours nothing can be booked on one.
create table date_overrides (
  day date primary key,
  hours jsonb not null default '[]' check (jsonb_typeof(hours) = 'array'),
  note text not null default ''
);

-- Calendars elsewhere whose events are busy times here.
create table busy_calendars (
  id integer primary key generated always as identity,
  name text not null,
  -- Sealed: whoever has such an address reads the calendar.
  sealed_address text not null,
  -- What is shown of it.
  host text not null,
  etag text,
  -- When it was last read, and last asked for.
  fetched_at timestamptz,
  tried_at timestamptz,
  next_try_at timestamptz not null,
  -- What went wrong at the last try, for the owner; null when it went well.
  failure text,
  failures integer not null default 0,
  created_at timestamptz not null
);
create index busy_calendars_due on busy_calendars (next_try_at);

create table busy_times (
  id bigint primary key generated always as identity,
  calendar_id integer not null references busy_calendars on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  check (starts_at < ends_at)
);
create index busy_times_calendar on busy_times (calendar_id);
create index busy_times_when on busy_times using gist (tstzrange(starts_at, ends_at));

create table bookings (
  id integer primary key generated always as identity (start with 1001),
  state text not null check (state in
    ('held', 'awaiting_payment', 'confirmed', 'completed', 'expired', 'cancelled', 'no_show')),
  -- The option as it was offered; null for what the owner booked by hand with a length of their own.
  option_id text,
  title text not null,
  minutes integer not null check (minutes between 5 and 1440),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (starts_at < ends_at),
  -- With the buffers of the moment when it was booked.
  blocked_from timestamptz not null check (blocked_from <= starts_at),
  blocked_until timestamptz not null check (blocked_until >= ends_at),
  -- Until when nobody else gets the time although it is not paid for.
  held_until timestamptz,
  booked_by text not null check (booked_by in ('client', 'owner')),
  client_id text references users on delete set null,
  -- Null until the client has told who they are.
  client_name text,
  client_email citext,
  client_phone text,
  about text not null default '',
  -- The client's own zone, an IANA name.
  time_zone text not null,
  -- Minor units, with the tax that applies.
  total bigint not null check (total >= 0),
  unit_price bigint not null check (unit_price >= 0),
  quantity integer not null default 1 check (quantity between 1 and 4),
  tax jsonb not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Of the secret link: a new version ends the old one.
  link_version integer not null default 1,
  -- Of its entry in calendars (RFC 5545): it rises with each change that calendars have to take over.
  sequence integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state in ('held', 'awaiting_payment')) = (held_until is not null)),
  check (state in ('held', 'expired', 'cancelled') or client_name is not null),
  -- Two never have the same time, whatever they race.
  constraint bookings_one_at_a_time exclude using gist (tstzrange(blocked_from, blocked_until) with &&)
    where (state in ('held', 'awaiting_payment', 'confirmed', 'completed'))
);
create index bookings_starts on bookings (starts_at, id);
create index bookings_client on bookings (client_id, starts_at desc) where client_id is not null;
create index bookings_client_email on bookings (client_email, starts_at desc);
create index bookings_ending_holds on bookings (held_until) where held_until is not null;

-- Every move, one row: who, when, why.
create table booking_events (
  id bigint primary key generated always as identity,
  booking_id integer not null references bookings on delete cascade,
  move text not null,
  from_state text,
  to_state text not null,
  actor text not null check (actor in ('client', 'owner', 'site')),
  actor_id text references users on delete set null,
  reason text,
  details jsonb not null default '{}',
  at timestamptz not null
);
create index booking_events_booking on booking_events (booking_id, id);

create table booking_files (
  id text primary key,
  booking_id integer not null references bookings on delete cascade,
  name text not null,
  media_type text not null,
  bytes bigint not null,
  sent_at timestamptz not null
);
create index booking_files_booking on booking_files (booking_id);

-- Reminders that were sent, each once for each beginning.
create table booking_reminders (
  booking_id integer not null references bookings on delete cascade,
  kind text not null check (kind in ('day', 'hour')),
  starts_at timestamptz not null,
  at timestamptz not null,
  primary key (booking_id, kind, starts_at)
);

-- What a booking asks money for is a document as well.
alter table business_documents add column booking_id integer references bookings;
create index business_documents_booking on business_documents (booking_id, id) where booking_id is not null;
alter table business_documents add check (order_id is null or booking_id is null);
