-- Money that leaves a payment at its provider without having been asked for here: the owner gives it back there, or the
-- client disputes it. It is kept beside the refunds of the site, and can come back.
alter table refunds
  add column origin text not null default 'site' check (origin in ('site', 'provider', 'dispute')),
  -- When the owner has looked at what the provider took back.
  add column handled_at timestamptz;
create unique index refunds_one_dispute on refunds (payment_id, reference) where origin = 'dispute';
create index refunds_to_see on refunds (created_at) where origin <> 'site' and handled_at is null;
create index payments_charge on payments (method, charge) where charge is not null;

-- What was taken back and came back again counts down once more.
alter table ledger_entries
  drop constraint ledger_entries_kind_check,
  drop constraint ledger_entries_check3,
  drop constraint ledger_entries_refund_id_key,
  add constraint ledger_entries_kind_check check (kind in ('asked', 'credited', 'paid', 'refunded', 'reinstated')),
  add constraint ledger_entries_refund_check check ((kind in ('refunded', 'reinstated')) = (refund_id is not null)),
  add constraint ledger_entries_refund_id_key unique (refund_id, kind);

-- Pictures of transfers that were decided on long ago are looked for by the payment's time.
create index payments_settled on payments (settled_at) where settled_at is not null;
