-- Keys of stored JSON under the names that the code reads.
create function pg_temp.rename_keys(value jsonb, names jsonb) returns jsonb language sql immutable as $$
  select case jsonb_typeof(value)
    when 'object' then (
      select coalesce(jsonb_object_agg(coalesce(names ->> entry.key, entry.key), entry.value), '{}')
      from jsonb_each(value) as entry
    )
    when 'array' then (
      select coalesce(jsonb_agg(pg_temp.rename_keys(item, names) order by place), '[]')
      from jsonb_array_elements(value) with ordinality as items (item, place)
    )
    else value
  end
$$;
-- The same for the object or array at a key.
create function pg_temp.rename_keys_at(value jsonb, at text, names jsonb) returns jsonb language sql immutable as $$
  select case when value ? at then jsonb_set(value, array[at], pg_temp.rename_keys(value -> at, names)) else value end
$$;

-- Unpublished changes and revisions of posts and projects.
update posts set unpublished_changes = pg_temp.rename_keys(unpublished_changes,
  '{"coverId": "coverImageId", "cardTitle": "socialTitle", "cardDescription": "socialDescription", "cardPictureId": "socialImageId"}')
  where unpublished_changes is not null;
update post_revisions set content = pg_temp.rename_keys(content,
  '{"coverId": "coverImageId", "cardTitle": "socialTitle", "cardDescription": "socialDescription", "cardPictureId": "socialImageId"}');
update projects set unpublished_changes = pg_temp.rename_keys(unpublished_changes,
  '{"coverId": "coverImageId", "cardTitle": "socialTitle", "cardDescription": "socialDescription", "cardPictureId": "socialImageId", "repository": "repositoryUrl"}')
  where unpublished_changes is not null;
update project_revisions set content = pg_temp.rename_keys(content,
  '{"coverId": "coverImageId", "cardTitle": "socialTitle", "cardDescription": "socialDescription", "cardPictureId": "socialImageId", "repository": "repositoryUrl"}');

-- Orders.
update orders set
  agreed_terms = pg_temp.rename_keys_at(pg_temp.rename_keys(agreed_terms, '{"figures": "settings"}'), 'settings',
    '{"balanceDays": "balanceDueDays", "installmentsFrom": "installmentMinimum", "lateDays": "lateFeeAfterDays", "lateFees": "lateFeeMode", "refundDays": "refundAfterDays", "minorRevisions": "includedRevisions", "urgentPercent": "urgentSurchargePercent"}'),
  tax = pg_temp.rename_keys(tax, '{"prices": "behavior"}');
update order_events set details = pg_temp.rename_keys(details, '{"quote": "changeOrderId", "request": "supportRequestId"}')
  where details ?| array['quote', 'request'];

-- Issued documents: their numbers, amounts and texts stay as they are.
alter table billing_documents disable trigger billing_documents_immutable;
update billing_documents set content = pg_temp.rename_keys(content,
  '{"subject": "order", "lines": "lineItems", "prices": "taxBehavior", "paid": "amountPaid", "due": "amountDue", "howToPay": "paymentInstructions", "paymentAddress": "paymentUrl"}');
alter table billing_documents enable trigger billing_documents_immutable;
drop index billing_documents_words;
create index billing_documents_words on billing_documents using gin ((
  number || E'\n' || coalesce(content -> 'client' ->> 'name', '') || E'\n' || coalesce(content -> 'client' ->> 'email', '')
    || E'\n' || coalesce(content -> 'order' ->> 'orderNumber', '')
    || E'\n' || coalesce(content -> 'order' ->> 'title', '')) gin_trgm_ops);

-- Bookings.
update weekly_availability set ranges = pg_temp.rename_keys(ranges, '{"from": "startMinute", "until": "endMinute"}');
update date_overrides set ranges = pg_temp.rename_keys(ranges, '{"from": "startMinute", "until": "endMinute"}');
update booking_events set details = pg_temp.rename_keys(details, '{"refunded": "refundedAmount"}') where details ? 'refunded';

-- Pictures inside site sections.
create function pg_temp.rename_picture_keys(tree jsonb) returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(tree)
    when 'object' then (
      select coalesce(jsonb_object_agg(
        case when entry.key = 'colors' and tree ? 'width' then 'placeholderColors' else entry.key end,
        pg_temp.rename_picture_keys(entry.value)), '{}')
      from jsonb_each(tree) as entry
    )
    when 'array' then (
      select coalesce(jsonb_agg(pg_temp.rename_picture_keys(item) order by place), '[]')
      from jsonb_array_elements(tree) with ordinality as items (item, place)
    )
    else tree
  end;
end $$;
update site_sections set content = pg_temp.rename_picture_keys(content) where content::text like '%"colors":%';

-- Imports.
update imports set options = pg_temp.rename_keys(options, '{"standing": "status", "documents": "siteSections"}')
  where options is not null;
update imports set result = pg_temp.rename_keys(result,
  '{"made": "created", "documents": "siteSections", "present": "existing", "refused": "invalid"}') where result is not null;

update imports set report = pg_temp.rename_keys_at(pg_temp.rename_keys_at(pg_temp.rename_keys_at(report,
    'items', '{"fate": "action"}'), 'redirects', '{"refused": "invalid"}'),
    'subscribers', '{"rows": "rowCount", "wrong": "invalidRows", "wrongTotal": "invalidCount", "kept": "skippedRows", "keptTotal": "skippedCount"}')
  where report is not null;

-- Answers that a repeated request still gets for a day.
update idempotency_keys set response = pg_temp.rename_keys(response, '{"link": "reference", "state": "status", "confirmed": "isConfirmed"}')
  where scope not like 'bookings.hold %' and jsonb_typeof(response) = 'object';
update idempotency_keys set response = pg_temp.rename_keys(response, '{"link": "accessToken"}') where scope like 'bookings.hold %';

update idempotency_keys set scope = renamed.endpoint || substr(scope, length(former) + 1)
  from (values
    ('orders.place', 'orders.createOrder'), ('orders.requestCustom', 'orders.createCustomRequest'),
    ('contact.reply', 'contact.replyToMessage'), ('contact.send', 'contact.sendMessage'),
    ('payments.pay', 'payments.createPayment'), ('calendar.book', 'calendar.createBooking'),
    ('bookings.hold', 'bookings.createHold'), ('bookings.enterDetails', 'bookings.submitDetails')
  ) as renamed (former, endpoint)
  where scope like former || ' %';

-- Waiting jobs.
update pgboss.job set data = pg_temp.rename_keys(data, '{"step": "batch"}') where name = 'newsletter.send';
