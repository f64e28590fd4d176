-- What a refund or a dispute means for the invoice: it is credited, or the amount is still owed. Where nobody has decided
-- (`pending`), the ledger holds the amount, so that nothing is dunned.
alter table refunds
  add column decision text check (decision in ('pending', 'credited', 'owed')),
  add column decided_at timestamptz,
  drop constraint refunds_state_check,
  add constraint refunds_state_check check (state in ('started', 'done', 'failed', 'dispute_won')),
  add constraint refunds_decided_check check ((decided_at is null) = (coalesce(decision, 'pending') = 'pending'));
update refunds set state = 'dispute_won' where origin = 'dispute' and state = 'failed';
create index refunds_undecided on refunds (payment_id) where decision = 'pending';

alter table ledger_entries
  drop constraint ledger_entries_kind_check,
  drop constraint ledger_entries_check,
  drop constraint ledger_entries_refund_check,
  add constraint ledger_entries_kind_check
    check (kind in ('asked', 'credited', 'paid', 'refunded', 'reinstated', 'held', 'released')),
  add constraint ledger_entries_sign_check check ((kind in ('asked', 'refunded', 'released')) = (amount >= 0)),
  add constraint ledger_entries_refund_check
    check ((kind in ('refunded', 'reinstated', 'held', 'released')) = (refund_id is not null));

-- What the owner has looked after stays owed, as it was. The rest waits for a decision, as far as it is owed again.
update refunds set decision = 'owed', decided_at = handled_at
  where origin <> 'site' and state = 'done' and handled_at is not null;
with undecided as (
  select entry.refund_id, entry.document_id, entry.amount,
    (select sum(owed.amount) from ledger_entries owed where owed.document_id = entry.document_id) as owed,
    coalesce(sum(entry.amount) over (
      partition by entry.document_id order by entry.id rows between unbounded preceding and 1 preceding
    ), 0) as before
  from ledger_entries entry join refunds on refunds.id = entry.refund_id
  where entry.kind = 'refunded' and refunds.origin <> 'site' and refunds.state = 'done' and refunds.handled_at is null
), held as (
  insert into ledger_entries (document_id, kind, amount, refund_id, at)
  select document_id, 'held', -least(amount, owed - before), refund_id, now() from undecided where owed > before
  returning refund_id
)
update refunds set decision = 'pending' from held where refunds.id = held.refund_id;
