-- The two sides of an agreement, and the zone in which its time is told, as they were when it was made: they stand on its
-- paper. None for what was agreed to before.
alter table order_agreements add column parties jsonb;

-- Agreements whose mails were written, each once, however often that is tried (term 15).
create table agreement_mails (
  agreement_id integer primary key references order_agreements,
  at timestamptz not null
);
