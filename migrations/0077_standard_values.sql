-- Values of statuses, types and kinds under the names that the code reads: snake_case, and the usual terms.
create function pg_temp.replace_values(definition text, names jsonb) returns text language plpgsql as $$
declare
  old_name text;
  new_name text;
begin
  for old_name, new_name in select key, value from jsonb_each_text(names) loop
    definition := replace(definition, quote_literal(old_name) || '::text', quote_literal(new_name) || '::text');
  end loop;
  return definition;
end $$;

-- Renames values of a column, in its rows, default, constraints and partial indexes.
create function pg_temp.rename_values(table_name regclass, column_name name, names jsonb) returns void language plpgsql as $$
declare
  used text := (select string_agg(quote_literal(key) || '::text', '|') from jsonb_object_keys(names) as key);
  item record;
  restored text[] := '{}';
  default_value text := (
    select pg_get_expr(adbin, adrelid) from pg_attrdef
    join pg_attribute on attrelid = adrelid and attnum = adnum
    where adrelid = table_name and attname = column_name
  );
begin
  for item in
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = table_name and contype in ('c', 'x')
  loop
    continue when item.definition !~ ('\m' || column_name || '\M') or item.definition !~ used;
    execute format('alter table %s drop constraint %I', table_name, item.name);
    restored := restored || format('alter table %s add constraint %I %s', table_name, item.name,
      pg_temp.replace_values(item.definition, names));
  end loop;
  for item in
    select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = table_name and indpred is not null
      and not exists (select from pg_constraint where conindid = indexrelid)
  loop
    continue when item.definition !~ ('\m' || column_name || '\M') or item.definition !~ used;
    execute format('drop index %s', item.name);
    restored := restored || pg_temp.replace_values(item.definition, names);
  end loop;
  execute format('alter table %s disable trigger user', table_name);
  execute format('update %1$s set %2$I = $1 ->> %2$I where $1 ? %2$I', table_name, column_name) using names;
  execute format('alter table %s enable trigger user', table_name);
  if default_value ~ used then
    execute format('alter table %s alter %I set default %s', table_name, column_name,
      pg_temp.replace_values(default_value, names));
  end if;
  for item in select statement from unnest(restored) as statement loop
    execute item.statement;
  end loop;
end $$;

select pg_temp.rename_values('accounts', 'provider', '{"credential": "password"}');
select pg_temp.rename_values('security_events', 'type', '{
    "owner-set-up": "owner_created", "registered": "registration_requested",
    "address-confirmed": "email_verified", "signed-in": "signed_in", "sign-in-refused": "sign_in_failed",
    "sign-in-blocked": "sign_in_rate_limited", "signed-out": "signed_out",
    "sessions-ended": "sessions_revoked", "reset-requested": "password_reset_requested",
    "code-refused": "code_rejected", "password-reset": "password_reset",
    "password-changed": "password_changed", "address-change-requested": "email_change_requested",
    "address-changed": "email_changed", "method-added": "sign_in_method_added",
    "method-removed": "sign_in_method_removed", "recovery-code-used": "recovery_code_used",
    "role-changed": "role_changed", "disabled": "account_disabled", "enabled": "account_enabled",
    "data-exported": "data_exported", "deleted": "account_deleted"
  }');
select pg_temp.rename_values('emails', 'state', '{"waiting": "queued"}');
select pg_temp.rename_values('emails', 'template', '{
    "confirmAddress": "verify_email", "alreadyRegistered": "account_exists", "resetCode": "password_reset_code",
    "passwordChanged": "password_changed", "confirmNewAddress": "confirm_email_change",
    "addressChanged": "email_changed", "newSignInMethod": "sign_in_method_changed",
    "recoveryCodeUsed": "recovery_code_used", "accountDisabled": "account_disabled",
    "accountDeleted": "account_deleted", "quoteEnding": "quote_expiring", "paymentDueSoon": "payment_due_soon",
    "paymentOverdue": "payment_overdue", "contentAwaited": "content_reminder",
    "answerAwaited": "answer_reminder", "lateFeeProposed": "late_fee_proposed",
    "quoteAwaited": "quote_requested", "workExpected": "delivery_due", "monthUnpaid": "subscription_unpaid",
    "testimonialWritten": "testimonial_submitted", "testimonialDecided": "testimonial_decided",
    "orderPlaced": "order_placed", "orderArrived": "order_received", "orderAgreed": "order_agreed",
    "orderLink": "order_link", "orderMessage": "order_message", "orderQuoted": "quote_sent",
    "supportRequested": "support_requested", "orderMoved": "order_updated", "addressTaken": "email_in_use",
    "textSubmitted": "entry_submitted", "textPublished": "entry_published",
    "textSentBack": "entry_changes_requested", "documentIssued": "document_issued",
    "lateFeeIssued": "late_fee_issued", "creditNoteIssued": "credit_note_issued",
    "receiptIssued": "receipt_issued", "contactArrived": "contact_message_received",
    "contactReceived": "contact_message_confirmation", "contactAnswered": "contact_reply",
    "commentsWaiting": "comments_pending_review", "commentWritten": "comment_received",
    "commentAnswered": "comment_replied", "commentApproved": "comment_approved",
    "paymentWaiting": "payment_in_review", "paymentRejected": "payment_rejected",
    "paymentExceeded": "payment_exceeded", "refundDecided": "refund_decided", "refundSent": "refund_sent",
    "paymentTakenBack": "payment_reversed", "paymentReinstated": "payment_reinstated",
    "bookingBegun": "booking_payment_due", "bookingConfirmed": "booking_confirmed",
    "bookingMoved": "booking_rescheduled", "bookingCancelled": "booking_canceled",
    "bookingReminder": "booking_reminder", "bookingExpired": "booking_hold_expired",
    "bookingLost": "booking_slot_lost", "confirmSubscription": "newsletter_confirmation",
    "alreadySubscribed": "newsletter_already_subscribed", "newsletterIssue": "newsletter_issue"
  }');
select pg_temp.rename_values('publishing_transitions', 'transition', '{
    "send-back": "request_changes", "discard-changes": "discard_changes"
  }');
select pg_temp.rename_values('comments', 'state', '{"held": "pending", "shown": "published"}');
select pg_temp.rename_values('comments', 'previous_state', '{"held": "pending", "shown": "published"}');
select pg_temp.rename_values('contact_messages', 'state', '{"answered": "replied"}');
select pg_temp.rename_values('contact_messages', 'spam_check', '{
    "proof": "proof_of_work", "none": "unverified", "haste": "too_fast"
  }');
select pg_temp.rename_values('contact_messages', 'spam_reason', '{
    "trap": "spam_check", "marked": "marked_by_owner", "barred": "blocked_sender", "freed": "unblocked_sender"
  }');
select pg_temp.rename_values('newsletter_recipients', 'state', '{"waiting": "pending", "written": "queued"}');
select pg_temp.rename_values('newsletter_subscribers', 'confirmation_method', '{"link": "email_link"}');
select pg_temp.rename_values('newsletter_subscribers', 'inactive_reason', '{
    "page": "preferences_page", "one-click": "one_click", "refusal": "smtp_rejection"
  }');
select pg_temp.rename_values('imports', 'status', '{"waiting": "pending", "done": "completed"}');
select pg_temp.rename_values('insights_page_views', 'funnel_step', '{
    "pricing": "viewed_pricing", "begun": "started_checkout"
  }');
select pg_temp.rename_values('insights_page_views', 'device', '{
    "Phone": "phone", "Tablet": "tablet", "Desktop": "desktop"
  }');
select pg_temp.rename_values('bookings', 'state', '{"cancelled": "canceled"}');
select pg_temp.rename_values('booking_events', 'from_state', '{"cancelled": "canceled"}');
select pg_temp.rename_values('booking_events', 'to_state', '{"cancelled": "canceled"}');
select pg_temp.rename_values('booking_events', 'transition', '{
    "book": "create", "enterDetails": "submit_details", "markNoShow": "mark_no_show"
  }');
select pg_temp.rename_values('booking_events', 'actor', '{"site": "system"}');
select pg_temp.rename_values('booking_reminders', 'kind', '{"day": "day_before", "hour": "hour_before"}');
select pg_temp.rename_values('orders', 'status', '{"cancelled": "canceled"}');
select pg_temp.rename_values('orders', 'turn', '{"nobody": "none"}');
select pg_temp.rename_values('order_events', 'type', '{
    "moved": "transitioned", "revision": "revision_requested", "change quoted": "change_order_quoted",
    "change answered": "change_order_answered", "urgency refused": "urgent_delivery_declined",
    "support requested": "support_requested", "support quoted": "support_quoted",
    "support answered": "support_quote_answered", "support done": "support_resolved",
    "support reopened": "support_reopened", "subscription paused": "subscription_paused",
    "subscription resumed": "subscription_resumed", "subscription ending": "subscription_canceled",
    "subscription kept": "subscription_cancellation_undone"
  }');
select pg_temp.rename_values('order_events', 'transition', '{
    "quote": "send_quote", "agree": "accept_quote", "payDeposit": "pay_deposit", "payInFull": "pay_in_full",
    "begin": "activate_subscription", "receiveContent": "receive_content", "start": "start_work",
    "startWithoutContent": "start_without_content", "refundPurchase": "refund_purchase",
    "showForReview": "submit_for_review", "requestRevision": "request_revision", "stop": "cancel_work",
    "payBalance": "pay_balance", "end": "end_subscription"
  }');
select pg_temp.rename_values('order_events', 'from_status', '{"cancelled": "canceled"}');
select pg_temp.rename_values('order_events', 'to_status', '{"cancelled": "canceled"}');
select pg_temp.rename_values('order_events', 'actor', '{"site": "system"}');
select pg_temp.rename_values('order_reminders', 'kind', '{
    "quote ends soon": "quote_expires_soon", "quote ends": "quote_expires_tomorrow",
    "payment due soon": "payment_due_soon", "payment overdue": "payment_overdue",
    "payment late": "late_fee_warning", "waited some days": "client_action_reminder",
    "waited long": "client_action_final_reminder", "late fee proposed": "late_fee_proposed",
    "quote awaited": "quote_requested", "work expected": "delivery_due", "work overdue": "delivery_overdue",
    "month unpaid": "subscription_unpaid"
  }');
select pg_temp.rename_values('testimonials', 'status', '{"waiting": "pending", "taken off": "unpublished"}');
select pg_temp.rename_values('payment_term_settings', 'late_fee_mode', '{"proposed": "manual"}');
select pg_temp.rename_values('billing_settings', 'tax_behavior', '{"net": "exclusive", "gross": "inclusive"}');
select pg_temp.rename_values('billing_documents', 'kind', '{
    "deposit invoice": "deposit_invoice", "balance invoice": "balance_invoice",
    "installment invoice": "installment_invoice", "late fee invoice": "late_fee_invoice",
    "credit note": "credit_note", "statement of account": "account_statement"
  }');
select pg_temp.rename_values('ledger_entries', 'kind', '{"asked": "invoiced"}');
select pg_temp.rename_values('payments', 'method', '{"bank": "bank_transfer"}');
select pg_temp.rename_values('payments', 'status', '{"started": "pending", "mismatched": "amount_mismatch"}');
select pg_temp.rename_values('refunds', 'origin', '{"site": "system"}');
select pg_temp.rename_values('refunds', 'status', '{"started": "pending", "done": "succeeded"}');

-- Totals of visits, one per day, list and item.
update insights_daily_stats set value = case value when 'pricing' then 'viewed_pricing' when 'begun' then 'started_checkout' else value end
  where dimension = 'step';
update insights_daily_stats set value = lower(value) where dimension = 'device';
update insights_daily_stats set dimension = case dimension when 'entry' then 'entry_page' when 'step' then 'funnel_step' else 'os' end
  where dimension in ('entry', 'step', 'system');

-- Reminders of the same waiting period are not sent again.
update order_reminders set dedupe_key = replace(dedupe_key, 'answer to a change since ', 'change_order_answer since ')
  where dedupe_key like 'answer to a change since %';

-- Values inside stored JSON.
update orders set tax = jsonb_set(tax, '{behavior}', case tax ->> 'behavior' when 'net' then '"exclusive"' else '"inclusive"' end::jsonb)
  where tax ->> 'behavior' in ('net', 'gross');
update orders set agreed_terms = jsonb_set(agreed_terms, '{settings,lateFeeMode}', '"manual"')
  where agreed_terms -> 'settings' ->> 'lateFeeMode' = 'proposed';
update bookings set tax = (tax - 'prices')
  || jsonb_build_object('behavior', case tax ->> 'prices' when 'net' then 'exclusive' else 'inclusive' end)
  where tax ? 'prices';
alter table billing_documents disable trigger billing_documents_immutable;
update billing_documents set content = jsonb_set(
  jsonb_set(content, '{kind}', to_jsonb(kind)),
  '{taxBehavior}', case content ->> 'taxBehavior' when 'net' then '"exclusive"' else '"inclusive"' end::jsonb);
update billing_documents set content = jsonb_set(content, '{reference,kind}',
  to_jsonb(replace(content -> 'reference' ->> 'kind', ' ', '_')))
  where content -> 'reference' ->> 'kind' like '% %';
alter table billing_documents enable trigger billing_documents_immutable;
update imports set options = options
  || case when options ->> 'authors' = 'own' then '{"authors": "me"}' else '{}' end::jsonb
  || case when options ->> 'siteSections' = 'take' then '{"siteSections": "replace"}' else '{}' end::jsonb
  where options is not null;

-- Queues with their waiting jobs and schedules.
do $$
declare
  names constant jsonb := '{
    "billing.document": "billing.send_document",
    "blog.purge": "blog.cleanup",
    "bookings.busy-calendars": "bookings.sync_external_calendars",
    "bookings.sweep": "bookings.maintenance",
    "comments.notice": "comments.moderation_digest",
    "comments.tidy": "comments.cleanup",
    "contact.tidy": "contact.cleanup",
    "insights.tidy": "insights.maintenance",
    "likes.follow": "likes.invalidate_counts",
    "mail.deliver": "email.deliver",
    "mail.tidy": "email.cleanup",
    "media.prepare": "media.generate_image_sizes",
    "media.remove": "media.delete_files",
    "newsletter.send": "newsletter.send_batch",
    "newsletter.watch": "newsletter.maintenance",
    "orders.agreement": "orders.send_agreement",
    "orders.calendar": "orders.process_due",
    "payments.ask": "payments.refresh_payment",
    "payments.refund": "payments.process_refund",
    "payments.sweep": "payments.cleanup",
    "projects.purge": "projects.cleanup",
    "transfers.forget": "import_export.cleanup",
    "transfers.import": "import_export.run_import"
  }';
  -- Copied as they are, but for the name.
  columns constant text := (
    select string_agg(quote_ident(column_name), ', ') from information_schema.columns
    where table_schema = 'pgboss' and table_name = 'queue' and column_name <> 'name'
  );
  item record;
begin
  for item in select key as old_name, value as new_name from jsonb_each_text(names) loop
    execute format('insert into pgboss.queue (name, %1$s) select $1, %1$s from pgboss.queue where name = $2 on conflict do nothing', columns)
      using item.new_name, item.old_name;
    update pgboss.job set name = item.new_name where name = item.old_name;
    update pgboss.schedule set name = item.new_name where name = item.old_name;
    update pgboss.subscription set name = item.new_name where name = item.old_name;
    delete from pgboss.queue where name = item.old_name;
  end loop;
end $$;
