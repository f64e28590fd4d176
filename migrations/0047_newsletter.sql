-- Whom the newsletter goes to. An address gets mail only while it is subscribed: by a link that its holder pressed
-- (double opt-in), or by a consent that the owner has written down.
create table newsletter_subscribers (
  id integer primary key generated always as identity,
  email citext not null unique check (email <> ''),
  state text not null check (state in ('pending', 'subscribed', 'unsubscribed', 'blocked')),
  topics text[] not null check (cardinality(topics) > 0 and topics <@ array['posts', 'news']),
  source text not null check (source in ('form', 'owner', 'import')),
  asked_at timestamptz not null,
  -- When and how consent was given, last.
  confirmed_at timestamptz,
  confirmed_how text check (confirmed_how in ('link', 'owner', 'import')),
  -- What the owner wrote down of a consent.
  note text not null default '',
  -- When, how and why it ended, last.
  ended_at timestamptz,
  ended_how text check (ended_how in ('page', 'one-click', 'owner', 'import', 'bounce', 'complaint', 'refusal')),
  ended_note text not null default '',
  -- What it was before it was blocked: what it is again without the block.
  state_before text check (state_before in ('pending', 'subscribed', 'unsubscribed')),
  -- The link that confirms, while it works; the hash of its token.
  link_sha256 text unique,
  link_ends_at timestamptz,
  -- When the form last had a mail sent there: at most one a day.
  answered_at timestamptz,
  check ((link_sha256 is null) = (link_ends_at is null)),
  check ((confirmed_at is null) = (confirmed_how is null)),
  check ((ended_at is null) = (ended_how is null)),
  check (state <> 'subscribed' or confirmed_at is not null),
  check (state not in ('unsubscribed', 'blocked') or ended_at is not null),
  check ((state = 'blocked') = (state_before is not null))
);
create index newsletter_subscribers_newest on newsletter_subscribers (asked_at desc, id desc);
create index newsletter_subscribers_links on newsletter_subscribers (link_ends_at) where link_ends_at is not null;

-- Addresses that wanted no newsletter and whose account was erased: no list that is read in brings them back.
create table newsletter_objections (
  email_sha256 text primary key,
  at timestamptz not null
);

-- What is sent. Once it is sent it stays as it was.
create table newsletter_issues (
  id integer primary key generated always as identity,
  subject text not null default '',
  preview text not null default '',
  markdown text not null default '',
  topic text not null default 'news' check (topic in ('posts', 'news')),
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'sending', 'paused', 'sent')),
  version integer not null default 1,
  -- The post that it was begun from.
  post_id integer references posts on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  scheduled_for timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  -- Counts the steps of its sending: a step that was taken is not taken again by a job that comes late.
  step integer not null default 0,
  -- Why it is paused where nobody asked for that.
  paused_because text not null default '',
  -- Whether openings and clicks are counted; as it was set when it began to be sent.
  counts_reading boolean not null default false,
  openings integer not null default 0,
  clicks integer not null default 0,
  unsubscribed integer not null default 0,
  check ((state = 'scheduled') = (scheduled_for is not null)),
  check ((state in ('sending', 'paused', 'sent')) = (started_at is not null)),
  check ((state = 'sent') = (finished_at is not null))
);
create index newsletter_issues_due on newsletter_issues (scheduled_for) where state = 'scheduled';

-- To whom an issue goes, fixed when its sending begins. A row leaves 'waiting' in the transaction that writes its mail
-- into the outbox, so that nobody gets an issue twice.
create table newsletter_recipients (
  id bigint primary key generated always as identity,
  issue_id integer not null references newsletter_issues on delete cascade,
  -- Null once the address was erased: the issue's figures stay.
  subscriber_id integer references newsletter_subscribers on delete set null,
  state text not null default 'waiting' check (state in ('waiting', 'written', 'sent', 'failed', 'skipped')),
  -- Its mail in the outbox.
  mail_id uuid unique,
  unique (issue_id, subscriber_id),
  check ((state in ('written', 'sent', 'failed')) = (mail_id is not null))
);
create index newsletter_recipients_waiting on newsletter_recipients (issue_id, id) where state = 'waiting';
create index newsletter_recipients_written on newsletter_recipients (mail_id) where state = 'written';
create index newsletter_recipients_of_subscriber on newsletter_recipients (subscriber_id);

-- How newsletters are sent: one row, or none while nothing was changed.
create table newsletter_settings (
  only_row boolean primary key default true check (only_row),
  -- Mails a minute, at most.
  pace integer not null check (pace between 1 and 6000),
  counts_reading boolean not null
);

-- What mail services told, by the number of each: told again, it counts once.
create table newsletter_events (
  id text primary key,
  received_at timestamptz not null
);

-- Whether the mail server refused the recipient for good (RFC 5321, 4.2.1: 5xx at RCPT), as far as that is known.
alter table mails add column refused boolean not null default false;
