-- What clients agreed to (term 15): the text, its SHA-256, the typed name, when and from where; or what the owner noted of
-- a confirmation that came another way. Never changed.
create table order_agreements (
  id integer primary key generated always as identity,
  order_id integer not null references orders,
  kind text not null check (kind in ('signed', 'recorded')),
  agreed_text text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- As it was typed; for a recorded one the client's name.
  signature text not null,
  ip text,
  -- The message that a recorded one stands on.
  message text,
  at timestamptz not null,
  check ((kind = 'signed') = (message is null))
);
create index order_agreements_order on order_agreements (order_id, id);
create trigger order_agreements_stay before update or delete on order_agreements
  for each row execute function refuse_change();

-- Files of an order: what comes with the brief, what the client supplies, and what is delivered. Only its two sides may
-- have them, and the client what is delivered only once everything is paid (term 12).
create table order_files (
  -- 16 hex digits, in the file's name in the store.
  id text primary key,
  order_id integer not null references orders,
  purpose text not null check (purpose in ('brief', 'content', 'deliverable')),
  -- Of the item of content that it belongs to.
  item smallint,
  name text not null,
  media_type text not null,
  bytes bigint not null,
  sender text not null check (sender in ('client', 'owner')),
  sent_at timestamptz not null,
  foreign key (order_id, item) references order_content_items (order_id, position),
  check ((purpose = 'content') = (item is not null))
);
create index order_files_order on order_files (order_id, sent_at);

-- What the two sides write to each other.
create table order_messages (
  id bigint primary key generated always as identity,
  order_id integer not null references orders,
  sender text not null check (sender in ('client', 'owner')),
  sender_name text not null,
  body text not null,
  sent_at timestamptz not null
);
create index order_messages_order on order_messages (order_id, id);

-- Finding the orders of an address that were made without an account.
create index orders_unclaimed on orders (client_email) where client_id is null;

-- What somebody typed into the form of an order before they went to sign in; for an hour.
create table order_drafts (
  token_sha256 text primary key,
  typed jsonb not null,
  ends_at timestamptz not null
);
create index order_drafts_end on order_drafts (ends_at);
