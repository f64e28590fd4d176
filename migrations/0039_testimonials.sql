-- What clients say of orders that they paid and that were delivered. It is theirs: the owner shows it or not. The owner's
-- own testimonials are a document of the site, and never get in here.
create table testimonials (
  id integer primary key generated always as identity,
  -- Null for what came from another site, whose orders are not here.
  order_id integer unique references orders,
  words text not null check (words <> ''),
  name text not null check (name <> ''),
  role text not null default '',
  company text not null default '',
  state text not null check (state in ('waiting', 'approved', 'declined', 'taken off')),
  -- Counts the changes of the words, so that nobody approves what they have not read.
  version integer not null default 1,
  -- What the owner says beside a no.
  note text not null default '',
  -- Among those that are shown, the lowest first.
  place integer not null default 0,
  -- Also when the client agreed that it is shown.
  written_at timestamptz not null,
  decided_at timestamptz,
  check (order_id is not null or state in ('approved', 'taken off'))
);
create index testimonials_shown on testimonials (place, id) where state = 'approved';
