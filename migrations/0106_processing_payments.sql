alter table payments
  drop constraint payments_status_check,
  drop constraint payments_check1,
  -- Why the provider of a `processing` payment holds its money.
  add column processing_reason text
    constraint payments_status_check check (
      status in ('pending', 'processing', 'in_review', 'confirmed', 'rejected', 'failed', 'amount_mismatch', 'voided')
    )
    constraint payments_check1 check ((status in ('pending', 'processing', 'in_review')) = (settled_at is null));
drop index payments_pending_idx;
create index payments_unsettled_idx on payments (created_at) where status in ('pending', 'processing');
