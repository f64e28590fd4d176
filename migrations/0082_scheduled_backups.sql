create table backup_settings (
  is_singleton boolean primary key default true check (is_singleton),
  is_scheduled boolean not null default true,
  -- In the owner's time zone.
  hour integer not null default 3 check (hour between 0 and 23),
  scheduled_since timestamptz not null default now(),
  secret_key_downloaded_at timestamptz
);
insert into backup_settings default values;

create table backup_runs (
  id integer primary key generated always as identity,
  file_name text not null,
  is_scheduled boolean not null,
  status text not null check (status in ('writing', 'verifying', 'completed', 'failed')),
  started_at timestamptz not null,
  -- When the process that runs it last said so.
  updated_at timestamptz not null,
  bytes bigint not null default 0,
  error_message text,
  verified_at timestamptz,
  -- What the verification found wrong.
  problems jsonb not null default '[]'
);
create index backup_runs_file_name on backup_runs (file_name);
