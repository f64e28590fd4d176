-- Whose turn it is in each order, as standingAt() last said. Triggers list the orders whose facts changed since; the site
-- asks the function again before it narrows a list by the turn. Rows are only added, so writers never wait for each other.
alter table orders add column turn text not null default 'nobody' check (turn in ('client', 'owner', 'nobody'));
create index orders_turn on orders (turn, created_at desc, id desc) where turn <> 'nobody';
create table stale_turns (
  id bigint primary key generated always as identity,
  order_id integer not null references orders on delete cascade
);
create index stale_turns_order on stale_turns (order_id);
insert into stale_turns (order_id) select id from orders;

create function mark_turn_of_order() returns trigger language plpgsql as $$
begin
  insert into stale_turns (order_id) values (new.id);
  return null;
end $$;
create trigger orders_mark_turn after insert or update of state, quote_until on orders
  for each row execute function mark_turn_of_order();

create function mark_turn_by_order_id() returns trigger language plpgsql as $$
begin
  insert into stale_turns (order_id) values (new.order_id);
  return null;
end $$;
create trigger order_events_mark_turn after insert on order_events
  for each row execute function mark_turn_by_order_id();
create trigger subscriptions_mark_turn after insert or update on subscriptions
  for each row execute function mark_turn_by_order_id();

create function mark_turn_by_document() returns trigger language plpgsql as $$
begin
  insert into stale_turns (order_id)
    select order_id from business_documents where id = new.document_id and order_id is not null;
  return null;
end $$;
create trigger ledger_entries_mark_turn after insert on ledger_entries
  for each row execute function mark_turn_by_document();
create trigger payments_mark_turn after insert or update of state on payments
  for each row execute function mark_turn_by_document();

-- What is owed on each document: the sum of its ledger entries, so that open ones are found without adding them all up.
create table document_balances (
  document_id integer primary key references business_documents,
  due_on date,
  owed bigint not null
);
create index document_balances_open on document_balances (due_on, document_id) where owed > 0;
insert into document_balances (document_id, due_on, owed)
  select e.document_id, d.due_on, sum(e.amount)
  from ledger_entries e join business_documents d on d.id = e.document_id group by e.document_id, d.due_on;

create function add_to_balance() returns trigger language plpgsql as $$
begin
  insert into document_balances (document_id, due_on, owed)
    select id, due_on, new.amount from business_documents where id = new.document_id
    on conflict (document_id) do update set owed = document_balances.owed + excluded.owed;
  return null;
end $$;
create trigger ledger_entries_add_to_balance after insert on ledger_entries
  for each row execute function add_to_balance();

create index payments_to_handle on payments (created_at) where state = 'mismatched' and handled_at is null;

-- When the owner first opened a booking; until then it is new to them.
alter table bookings add column seen_at timestamptz;
update bookings set seen_at = now();
create index bookings_unseen on bookings (starts_at, id) where seen_at is null and state = 'confirmed';
