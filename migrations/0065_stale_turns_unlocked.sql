-- A payment or event of an order must not wait for the lock on the order itself, which a reference would ask for.
alter table stale_turns drop constraint stale_turns_order_id_fkey;
