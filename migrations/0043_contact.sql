-- What people write to the owner by the form, and the owner's answers.
create table contact_messages (
  id integer primary key generated always as identity,
  name text not null,
  email citext not null,
  -- Who was signed in when it was sent, with this address; anybody can type an address.
  user_id text references users on delete set null,
  subject text not null,
  budget text not null default '',
  body text not null,
  state text not null check (state in ('new', 'answered', 'archived', 'spam')),
  -- What spoke for a person: a proof of work, nothing (sent without script), or what spoke against one.
  checked text not null check (checked in ('proof', 'none', 'honeypot', 'haste')),
  received_at timestamptz not null,
  read_at timestamptz,
  answered_at timestamptz,
  spam_at timestamptz,
  -- The file that was announced; it has a place in the store once it has arrived.
  file_name text,
  file_id text unique,
  file_bytes bigint,
  check ((state = 'spam') = (spam_at is not null)),
  check (num_nonnulls(file_id, file_bytes) in (0, 2)),
  check (file_id is null or file_name is not null)
);
create index contact_messages_state on contact_messages (state, id desc);
create index contact_messages_email on contact_messages (email);
create index contact_messages_user on contact_messages (user_id) where user_id is not null;
create index contact_messages_spam on contact_messages (spam_at) where spam_at is not null;

create table contact_replies (
  id integer primary key generated always as identity,
  message_id integer not null references contact_messages on delete cascade,
  body text not null,
  sent_at timestamptz not null,
  -- The mail that it went out as, while that is kept.
  mail_id uuid references mails on delete set null
);
create index contact_replies_message on contact_replies (message_id, id);
create index contact_replies_mail on contact_replies (mail_id) where mail_id is not null;

-- Proofs of work that were accepted, so that each is good once.
create table used_proofs (
  nonce text primary key,
  ends_at timestamptz not null
);
create index used_proofs_end on used_proofs (ends_at);
