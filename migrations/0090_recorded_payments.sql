-- Payments that the owner records or voids, write-offs, credit applied to another invoice, and payments of a part.

-- Who changed a balance by hand, when and why.
create table ledger_adjustments (
  id integer primary key generated always as identity,
  reason text not null,
  actor_id text references users on delete set null,
  created_at timestamptz not null
);

-- The checks allow more than before, so the previous version's writes pass them.
alter table ledger_entries
  drop constraint ledger_entries_check2,
  drop constraint ledger_entries_kind_check,
  drop constraint ledger_entries_sign_check,
  add column adjustment_id integer references ledger_adjustments
    constraint ledger_entries_check2 check ((kind in ('paid', 'voided')) = (payment_id is not null))
    constraint ledger_entries_kind_check check (
      kind in (
        'invoiced', 'credited', 'paid', 'refunded', 'reinstated', 'held', 'released', 'voided', 'written_off', 'applied'
      )
    )
    -- Undoing a write-off is positive; credit is positive where it comes from, and negative where it is applied.
    constraint ledger_entries_sign_check check (
      kind in ('written_off', 'applied') or (kind in ('invoiced', 'refunded', 'released', 'voided')) = (amount >= 0)
    )
    constraint ledger_entries_adjustment_check
      check ((kind in ('voided', 'written_off', 'applied')) = (adjustment_id is not null));
drop index ledger_entries_one_payment;
create unique index ledger_entries_one_payment on ledger_entries (payment_id, kind) where payment_id is not null;
drop index ledger_entries_money_posted_at_idx;
create index ledger_entries_money_posted_at_idx on ledger_entries (posted_at)
  where kind in ('paid', 'refunded', 'reinstated', 'voided', 'applied');

alter table payments
  drop constraint if exists payments_check,
  drop constraint payments_method_check,
  drop constraint payments_status_check,
  -- The day it arrived, if the owner recorded it.
  add column received_on date
    constraint payments_check
      check (method in ('stripe', 'paypal') or reference is not null or received_on is not null)
    constraint payments_method_check check (
      method in ('stripe', 'paypal', 'bank_transfer', 'bkash', 'nagad', 'cash', 'card_terminal', 'other')
    )
    constraint payments_status_check check (
      status in ('pending', 'in_review', 'confirmed', 'rejected', 'failed', 'amount_mismatch', 'voided')
    );
-- The owner can record one transfer for several invoices.
drop index if exists payments_method_reference_key;
create unique index payments_method_reference_key on payments (method, lower(reference))
  where reference is not null and received_on is null and status not in ('rejected', 'failed', 'voided');
create unique index payments_document_reference_key on payments (billing_document_id, method, lower(reference))
  where reference is not null and status not in ('rejected', 'failed', 'voided');

alter table document_balances add column written_off bigint not null default 0;
create index document_balances_written_off on document_balances (document_id) where written_off > 0;
create index document_balances_credit on document_balances (document_id) where owed < 0;
create or replace function add_to_balance() returns trigger language plpgsql as $$
begin
  insert into document_balances as known (document_id, due_on, owed, paid, credited, written_off)
    select id, due_on, new.amount,
      case when new.kind in ('paid', 'refunded', 'reinstated', 'voided', 'applied') then -new.amount else 0 end,
      case when new.kind = 'credited' then -new.amount else 0 end,
      case when new.kind = 'written_off' then -new.amount else 0 end
    from billing_documents where id = new.billing_document_id
    on conflict (document_id) do update set owed = known.owed + excluded.owed, paid = known.paid + excluded.paid,
      credited = known.credited + excluded.credited, written_off = known.written_off + excluded.written_off;
  return null;
end $$;

-- The smallest part of the total that clients may pay; if null, they pay in full.
alter table billing_settings add column min_partial_percent smallint check (min_partial_percent between 1 and 99);
-- The same for one invoice, as an amount.
create table partial_payments (
  billing_document_id integer primary key references billing_documents,
  min_amount bigint check (min_amount > 0)
);
