-- What was paid and credited of each document, beside what is owed, so that a list need not add up the ledger.
alter table document_balances add column paid bigint not null default 0, add column credited bigint not null default 0;
update document_balances set paid = sums.paid, credited = sums.credited
from (
  select document_id, -coalesce(sum(amount) filter (where kind in ('paid', 'refunded', 'reinstated')), 0) as paid,
    -coalesce(sum(amount) filter (where kind = 'credited'), 0) as credited
  from ledger_entries group by document_id
) as sums where sums.document_id = document_balances.document_id;
create index document_balances_credited on document_balances (document_id) where credited > 0;

create or replace function add_to_balance() returns trigger language plpgsql as $$
begin
  insert into document_balances as known (document_id, due_on, owed, paid, credited)
    select id, due_on, new.amount,
      case when new.kind in ('paid', 'refunded', 'reinstated') then -new.amount else 0 end,
      case when new.kind = 'credited' then -new.amount else 0 end
    from business_documents where id = new.document_id
    on conflict (document_id) do update set owed = known.owed + excluded.owed, paid = known.paid + excluded.paid,
      credited = known.credited + excluded.credited;
  return null;
end $$;
