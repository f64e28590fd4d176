-- How the last attempts to deliver email went. Always one row.
create table mail_server_status (
  id boolean primary key default true check (id),
  last_sent_at timestamptz,
  -- The first failed attempt since the last email that was accepted.
  failing_since timestamptz,
  failures integer not null default 0,
  server_failed boolean not null default false,
  last_error text
);
insert into mail_server_status default values;
