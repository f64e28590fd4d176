-- Agreed parts of the balance, each with its own amount and due date; null for one payment or equal installments.
alter table orders
  add column milestones jsonb check (milestones is null or jsonb_typeof(milestones) = 'array');
