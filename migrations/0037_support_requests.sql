-- Support after delivery (term 13). What became of a request stands in order_events.
create table support_requests (
  id integer primary key generated always as identity,
  order_id integer not null references orders,
  -- What it is about; null once what was written is gone.
  message_id bigint unique references order_messages on delete set null,
  -- By whom something is to be done; null for nobody. Lists are narrowed by it.
  waits_for text check (waits_for in ('client', 'owner')),
  created_at timestamptz not null
);
create index support_requests_order on support_requests (order_id, id);
create index support_requests_waiting on support_requests (waits_for, order_id) where waits_for is not null;

-- What support costs is asked for by an invoice of its own, since the order is paid already.
alter table change_quotes
  add column support_request_id integer references support_requests,
  add column invoice_id integer unique references business_documents,
  add check (invoice_id is null or (accepted and support_request_id is not null));
-- One quote for a change at a time, and one a support request.
drop index change_quotes_open;
create unique index change_quotes_open on change_quotes (order_id) where accepted is null and support_request_id is null;
create unique index change_quotes_support on change_quotes (support_request_id) where support_request_id is not null;
create index change_quotes_invoiced on change_quotes (order_id) where invoice_id is not null;
