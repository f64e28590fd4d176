-- Money received and returned in a period.
create index ledger_entries_money_posted_at_idx on ledger_entries (posted_at) where kind in ('paid', 'refunded', 'reinstated');
