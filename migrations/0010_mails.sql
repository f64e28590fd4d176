-- The outbox: every mail is written here in the transaction of what caused it, and delivered by a job.
create table mails (
  id uuid primary key default gen_random_uuid(),
  -- The order in which they were written, also within one instant.
  number bigint generated always as identity,
  to_name text not null,
  to_address text not null,
  template text not null,
  subject text not null,
  -- Null once erased, which happens to mails with a code or link in them.
  html text,
  text text,
  -- Whether it holds a code or link that opens something.
  secret boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  tries integer not null default 0,
  -- What the last try ended in, without the mail's content.
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  check ((html is null) = (text is null)),
  check (html is null or not (secret and state = 'sent')),
  check ((state = 'sent') = (sent_at is not null))
);
create unique index mails_newest on mails (number);
create index mails_of_state on mails (state, number);
create index mails_secret on mails (created_at) where secret and html is not null;
