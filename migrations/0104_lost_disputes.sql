-- When a dispute was lost, for the owner to see.
alter table refunds add column dispute_lost_at timestamptz;
