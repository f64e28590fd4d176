-- Lists find a page of rows, the hits of a search and what they count in an index, however large the table is.

create index orders_total on orders (total);
create index orders_client_name on orders (lower(client_name));
create index orders_words on orders
  using gin ((title || E'\n' || client_name || E'\n' || client_email::text) gin_trgm_ops);

create index business_documents_listed on business_documents (year desc, sequence desc) include (id, kind, currency);
create index business_documents_due on business_documents (due_on nulls first);
create index business_documents_client_name on business_documents (lower(content -> 'client' ->> 'name'));
create index business_documents_words on business_documents using gin ((
  number || E'\n' || coalesce(content -> 'client' ->> 'name', '') || E'\n' || coalesce(content -> 'client' ->> 'email', '')
    || E'\n' || coalesce(content -> 'subject' ->> 'orderNumber', '')
    || E'\n' || coalesce(content -> 'subject' ->> 'title', '')) gin_trgm_ops);

create index payments_of_state on payments (state, created_at desc, id desc);
create index payments_of_method on payments (method, created_at desc, id desc);
create index payments_words on payments
  using gin ((coalesce(reference, '') || E'\n' || coalesce(sender, '')) gin_trgm_ops);

create index bookings_newest on bookings (created_at desc, id desc);
create index bookings_of_state on bookings (state, starts_at desc, id desc);
create index bookings_ending on bookings (ends_at) where state not in ('cancelled', 'expired');
create index bookings_client_name on bookings (lower(client_name));
create index bookings_words on bookings using gin ((
  title || E'\n' || coalesce(client_name, '') || E'\n' || coalesce(client_email::text, '')) gin_trgm_ops);
create index booking_events_details on booking_events (at) where move = 'enterDetails';
create index ledger_entries_paid on ledger_entries (at) where kind = 'paid';

create index newsletter_subscribers_of_state on newsletter_subscribers (state, asked_at desc, id desc);
create index newsletter_subscribers_email_part on newsletter_subscribers using gin ((email::text) gin_trgm_ops);

create index users_name on users (lower(name));
create index users_words on users using gin ((name || E'\n' || email::text) gin_trgm_ops);
create index sessions_seen on sessions (user_id, seen_at desc);
drop index sessions_user;

create index comments_listed on comments (id desc) include (state) where body <> '';
create index comments_of_state on comments (state, id desc) where body <> '';
create index comments_body_part on comments using gin (body gin_trgm_ops);
create index comments_name_part on comments using gin (name gin_trgm_ops) where name is not null;

create index contact_messages_name on contact_messages (lower(name));
create index contact_messages_words on contact_messages
  using gin ((name || E'\n' || email::text || E'\n' || subject || E'\n' || body) gin_trgm_ops);

create index mails_to on mails (lower(to_address));

create index security_events_of_event on security_events (event, at desc, id desc);
create index security_events_words on security_events
  using gin ((coalesce(email::text, '') || E'\n' || ip) gin_trgm_ops);

create index pictures_name on pictures (lower(name)) where in_library;
create index pictures_size on pictures (bytes) where in_library;
create index pictures_words on pictures using gin ((name || E'\n' || alt) gin_trgm_ops) where in_library;
create index documents_newest on documents (created_at desc, id);

create index posts_of_status on posts (status, changed_at desc, id desc) where deleted_at is null;
create index posts_title on posts (lower(coalesce(pending ->> 'title', title)));
create index posts_deleted on posts (deleted_at) where deleted_at is not null;
create index posts_sample on posts (id) where sample;
create index posts_cover on posts (cover_id) where cover_id is not null;
create index posts_card_picture on posts (card_picture_id) where card_picture_id is not null;

create index projects_of_status on projects (status, changed_at desc, id desc) where deleted_at is null;
create index projects_title on projects (lower(coalesce(pending ->> 'title', title)));
create index projects_deleted on projects (deleted_at) where deleted_at is not null;
create index projects_sample on projects (id) where sample;
create index projects_cover on projects (cover_id) where cover_id is not null;
create index projects_card_picture on projects (card_picture_id) where card_picture_id is not null;
create index projects_written_title_part on projects using gin (coalesce(pending ->> 'title', title) gin_trgm_ops);
create index projects_id_part on projects using gin (id gin_trgm_ops);
