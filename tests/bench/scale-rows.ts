import { createOrderRow } from '../support/order-factory.ts';

/**
 * Returns SQL that adds `rows` users, posts, projects, orders, invoices, payments, consultations, subscribers,
 * messages, emails, security events, pictures and files, and five times as many comments. Requires the sample content.
 */
export function scaleRows(rows: number): string[] {
  return [users, posts, projects, comments, orders, documents, payments, bookings, subscribers, log].map(write =>
    write(rows),
  );
}

/**
 * SQL that does the hourly jobs' work for inserted rows: updates totals and whose turn it is. The job would take some
 * milliseconds per order.
 */
export const settleRows = `
  update orders set turn = 'owner' where status in ('in_review', 'requested') and title like 'Order %';
  delete from stale_turns;
  with changes as (delete from topic_counts returning *)
  insert into topic_counts select list, kind, name, sum(count) from changes group by list, kind, name;
  with changes as (delete from storage_totals returning *)
  insert into storage_totals select kind, sum(files), sum(bytes) from changes group by kind`;

const series = (rows: number) => `generate_series(1, ${rows}) as n`;

/** Returns a SQL expression for a time that gets earlier with each row. Tables of any size span about eleven years. */
const ago = (rows: number) => `now() - n * interval '${Math.floor((11 * 365 * 86_400) / rows)} seconds'`;

const users = (rows: number) => `
  insert into users (id, name, email, role, created_at)
  select 'scale-' || n, 'Person ' || n, 'person.' || n || '@scale.example', 'member', ${ago(rows)} from ${series(rows)};
  insert into sessions (token_hash, user_id, sign_in_method, ip, user_agent, created_at, last_active_at, last_authenticated_at, expires_at, absolute_expires_at)
  select 'scale-' || n, 'scale-' || n, 'password', '192.0.2.7', 'A browser', now(), now() - n * interval '1 second', now(),
    now() + interval '7 days', now() + interval '60 days' from ${series(Math.ceil(rows / 10))};
  insert into pictures (id, width, height, placeholder_colors, name, alt, bytes, in_library, created_at)
  select 'scale-' || n, 1200, 800, repeat('8899aa', 6), 'Picture ' || n || '.jpg', case when n % 3 = 0 then '' else 'A harbor' end,
    1000 + n, true, ${ago(rows)} from ${series(rows)};
  insert into media_files (id, owner_id, file_name, content_type, size_bytes, created_at)
  select 'scale-' || n, 'scale-' || (n % 10 + 1), 'File ' || n || '.pdf', 'application/pdf', 1000 + n, ${ago(rows)}
  from ${series(rows)}`;

const words = `'Half a page about tides and harbors, written at low water by the old pier number ' || n || '. ' ||
  (array['The bridge was closed.', 'A rare sturgeon was seen.', 'No one came.'])[n % 3 + 1]`;
const status = `case when n % 20 = 0 then (array['draft', 'in_review', 'archived'])[n / 20 % 3 + 1] else 'published' end`;

const posts = (rows: number) => `
  insert into posts (slug, title, description, category, tags, author_id, markdown, html, headings, word_count, likes,
    comment_count, status, published_at, updated_at, created_at, edited_at)
  select 'scale-' || n, 'Post ' || n, 'About the harbor, part ' || n, (array['Technology', 'Travel', 'Food'])[n % 3 + 1], array['tag-' || n % 200, 'harbor'], author_id,
    ${words}, '<p>' || ${words} || '</p>', '[]', 30, n % 500, 5, ${status}, ${ago(rows)}, ${ago(rows)}, ${ago(rows)},
    ${ago(rows)}
  from ${series(rows)}, (select author_id from posts order by id limit 1) as sample;
  insert into publishing_transitions (created_at, transition, post_id)
  select published_at, 'publish', id from posts where slug like 'scale-%'`;

const projects = (rows: number) => `
  insert into projects (id, category, title, summary, tags, link, rating_tenths, likes, forks, owner, published_on,
    price_amount, currency, markdown, html, status)
  select 'scale-' || n, category, 'Project ' || n, 'A harbor app, part ' || n, array['tag-' || n % 200], 'https://scale.example',
    n % 50, n % 300, n % 40, 'Mira', (${ago(rows)})::date, n % 90000, 'USD', ${words}, '<p>' || ${words} || '</p>', ${status}
  from ${series(rows)}, (select category from projects limit 1) as sample`;

const comments = (rows: number) => `
  insert into comments (post_id, author_id, body, state, removed_at, created_at)
  select first + n % ${rows}, 'scale-' || (n % ${rows} + 1), 'Thanks, that helped, number ' || n,
    case when n % 100 = 0 then 'pending' when n % 100 = 1 then 'spam' else 'published' end,
    case when n % 100 = 1 then now() end, now() - interval '11 years' + n * interval '1 minute'
  from ${series(rows * 4)}, (select min(id) as first from posts where slug like 'scale-%') as scale;
  insert into comments (post_id, parent_id, author_id, body, state, created_at)
  select post_id, id, 'scale-1', 'An answer to number ' || id, 'published', created_at + interval '1 minute'
  from comments where parent_id is null and body like 'Thanks, that helped%' and id % 4 = 0;
  insert into comment_reports (comment_id, reporter_id)
  select id, 'scale-1' from comments where body like 'Thanks, that helped%' and state = 'published' and id % 1000 = 7`;

/** Open orders are from the last hours, so the hourly job has nothing to do for them. */
const orderedAt = (rows: number) =>
  `case when n % 50 < 3 then now() - n * interval '0.5 seconds' else ${ago(rows)} end`;
const { agreedTerms: terms, offerSnapshot: subject, lineItems: lines } = createOrderRow();

const orders = (rows: number) => `
  insert into orders (kind, status, client_id, client_name, client_email, title, offer_snapshot, agreed_terms, brief, line_items, tax,
    currency, total, created_at, updated_at)
  select (array['plan', 'custom', 'service', 'project'])[n % 4 + 1],
    case when n % 50 = 0 then 'in_review' when n % 50 = 1 then 'requested' when n % 50 = 2 then 'in_progress' else 'closed' end,
    'scale-' || (n % ${rows} + 1), 'Person ' || (n % ${rows} + 1), 'person.' || (n % ${rows} + 1) || '@scale.example', 'Order ' || n,
    '${JSON.stringify(subject)}', '${JSON.stringify(terms)}', repeat('Brief. ', 60), '${JSON.stringify(lines)}',
    '{"behavior":"inclusive","name":"","basisPoints":0}', 'USD', 10000 + n % 900, ${orderedAt(rows)}, ${orderedAt(rows)}
  from ${series(rows)};
  insert into order_events (order_id, type, transition, to_status, actor, occurred_at)
  select id, 'transitioned', 'accept_quote', 'agreed', 'client', created_at from orders where title like 'Order %'`;

const documents = () => `
  insert into billing_documents (year, sequence, number, order_id, kind, content, currency, total, issued_on, due_on, issued_at)
  select year, sequence, year || '-' || lpad(sequence::text, greatest(4, length(sequence::text)), '0'), id, 'invoice',
    jsonb_build_object('client', jsonb_build_object('name', client_name, 'email', client_email),
      'subject', jsonb_build_object('orderNumber', id::text, 'title', title), 'subtotal', total, 'taxAmount', 0,
      'lines', repeat('A line of the invoice. ', 30)),
    'USD', total, created_at::date, created_at::date + 14, created_at
  from (select *, extract(year from created_at)::int as year, 100000 +
      row_number() over (partition by extract(year from created_at) order by created_at) as sequence
    from orders where title like 'Order %' and status not in ('in_review', 'requested')) as numbered;
  insert into billing_document_sequences (year, last_number) select year, max(sequence) from billing_documents group by year
  on conflict (series, year) do update set last_number = excluded.last_number;
  insert into ledger_entries (billing_document_id, kind, amount, posted_at)
  select id, 'invoiced', total, issued_at from billing_documents where sequence > 100000`;

const payments = (rows: number) => `
  insert into payments (billing_document_id, method, status, amount, currency, reference, sender, created_at, settled_at)
  select id, (array['bank_transfer', 'stripe', 'paypal'])[id % 3 + 1], case when id % 500 = 0 then 'in_review' else 'confirmed' end, total,
    'USD', 'scale-' || id, 'Person', issued_at, case when id % 500 = 0 then null else issued_at + interval '1 day' end
  from billing_documents where sequence > 100000 and issued_at < now() - interval '1 day' order by id limit ${rows};
  insert into ledger_entries (billing_document_id, kind, amount, payment_id, posted_at)
  select billing_document_id, 'paid', -amount, id, settled_at from payments where status = 'confirmed' and reference like 'scale-%'`;

const bookings = (rows: number) => `
  insert into bookings (state, title, duration_minutes, starts_at, ends_at, blocked_from, blocked_until, booked_by, client_id,
    client_name, client_email, time_zone, total, unit_price, tax, currency, created_at, updated_at)
  select case when n % 10 = 0 then 'canceled' else 'completed' end, 'Consultation ' || n, 30, at, at + interval '30 minutes', at,
    at + interval '30 minutes', 'client', 'scale-' || n, 'Person ' || n, 'person.' || n || '@scale.example', 'Europe/Lisbon', 5000,
    5000, '{"behavior":"inclusive","name":"","basisPoints":0}', 'USD', at, at
  from (select n, now() - n * interval '50 minutes' as at from ${series(rows)}) as slots`;

const subscribers = (rows: number) => `
  insert into newsletter_subscribers (email, state, topics, source, created_at, confirmed_at, confirmation_method, inactive_since, inactive_reason)
  select 'reader.' || n || '@scale.example', case when n % 10 = 0 then 'unsubscribed' else 'subscribed' end, array['posts', 'news'],
    'form', ${ago(rows)}, ${ago(rows)}, 'email_link', case when n % 10 = 0 then now() end, case when n % 10 = 0 then 'preferences_page' end
  from ${series(rows)}`;

const log = (rows: number) => `
  insert into contact_messages (name, email, subject, body, state, spam_check, received_at, read_at)
  select 'Person ' || n, 'person.' || n || '@scale.example', 'Subject ' || n, ${words},
    case when n % 100 = 0 then 'new' when n % 3 = 0 then 'archived' else 'replied' end, 'proof_of_work', ${ago(rows)},
    case when n % 100 > 0 then now() end from ${series(rows)};
  insert into emails (to_name, to_email, template, subject, html, text, contains_secret, state, created_at, sent_at)
  select 'Person', 'person.' || n || '@scale.example', 'order-placed', 'Mail ' || n, '<p>Hello</p>', 'Hello', false,
    'sent', ${ago(rows)}, ${ago(rows)} from ${series(rows)};
  insert into security_events (occurred_at, type, user_id, email, ip, user_agent)
  select ${ago(rows)}, (array['signed_in', 'signed_out', 'sign_in_failed'])[n % 3 + 1], 'scale-' || n,
    'person.' || n || '@scale.example', '192.0.2.' || n % 250, 'A browser' from ${series(rows)};
  insert into insights_daily_stats (day, dimension, value, views, visitors)
  select current_date - n / 500, 'page', '/blog/scale-' || n % 5000, n % 90 + 1, n % 50 + 1 from ${series(rows)}`;
