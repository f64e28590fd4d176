-- A custom package: what was wished for as it was sent, before anything was quoted.
alter table orders add column wish jsonb;
-- What the owner writes to the client beside the lines of a quote; part of what is agreed to.
alter table orders add column quote_note text not null default '';
