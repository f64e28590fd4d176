-- Orders: what somebody bought, as it was when it was placed. What became of it stands in order_events.
create table orders (
  -- Also its number, as both sides say it.
  id integer primary key generated always as identity (start with 1001),
  kind text not null check (kind in ('plan', 'custom', 'service', 'project')),
  state text not null check (state in (
    'requested', 'quoted', 'agreed', 'deposit_paid', 'content_received', 'in_progress', 'in_review', 'completed', 'paid',
    'delivered', 'closed', 'declined', 'expired', 'cancelled', 'refunded'
  )),
  -- Null for whoever ordered by e-mail alone, and once the account is gone.
  client_id text references users on delete set null,
  client_name text not null,
  client_email citext not null,
  -- The SHA-256 of the secret in the link by which somebody without an account opens the order.
  link_hash text unique,
  title text not null,
  -- What was bought, word for word: the plan, service or project, what it includes, how long it takes.
  subject jsonb not null,
  -- The payment terms, their figures and their texts, as they were.
  terms jsonb not null,
  brief text not null default '',
  -- The lines of the price, and the tax that they are without or contain.
  lines jsonb not null,
  tax jsonb not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Minor units, as it stands now: changes that were accepted are in it.
  total bigint not null check (total >= 0),
  is_urgent boolean not null default false,
  -- Of the balance, once the client chose to pay so (term 4).
  installments smallint check (installments between 2 and 6),
  -- The last day on which the quote holds.
  quote_until date,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index orders_newest on orders (created_at desc, id desc);
create index orders_client on orders (client_id, created_at desc, id desc) where client_id is not null;
create index orders_client_email on orders (client_email);
create index orders_state on orders (state, created_at desc, id desc);

-- What happened with an order, one row a thing, never changed: when, by whom, why.
create table order_events (
  id bigint primary key generated always as identity,
  order_id integer not null references orders,
  what text not null,
  -- The move, where it was one, with the states that it led from and to.
  move text,
  from_state text,
  to_state text,
  actor text not null check (actor in ('client', 'owner', 'site')),
  -- Who it was, while there is such an account.
  actor_id text references users on delete set null,
  reason text,
  details jsonb not null default '{}',
  at timestamptz not null,
  check ((move is null) = (to_state is null))
);
create index order_events_order on order_events (order_id, id);

-- What the client has to supply before work starts (term 9).
create table order_content_items (
  order_id integer not null references orders,
  position smallint not null,
  label text not null,
  supplied_at timestamptz,
  primary key (order_id, position)
);

-- What is quoted beside an order's own price: a change, or support after delivery (terms 11 and 13). Its lines are part
-- of the order once it is accepted.
create table change_quotes (
  id integer primary key generated always as identity,
  order_id integer not null references orders,
  lines jsonb not null,
  -- Minor units of the order's currency.
  total bigint not null check (total > 0),
  -- What the change adds to the time until delivery.
  days integer not null default 0 check (days >= 0),
  created_at timestamptz not null,
  accepted boolean,
  answered_at timestamptz,
  check ((accepted is null) = (answered_at is null))
);
-- One at a time: the next is written once this one is answered.
create unique index change_quotes_open on change_quotes (order_id) where accepted is null;
create index change_quotes_order on change_quotes (order_id, id);
