-- What the dashboard counts and sums is found in an index, or added up as it changes.

create index contact_messages_unread on contact_messages (id) where read_at is null and state in ('new', 'answered');

create index posts_to_review on posts (changed_at desc, id desc) include (author_id)
  where deleted_at is null and (status = 'in_review' or status = 'published' and submitted_at is not null);
create index projects_to_review on projects (changed_at desc, id desc) include (author_id)
  where deleted_at is null and (status = 'in_review' or status = 'published' and submitted_at is not null);

create index comments_held_newest on comments (created_at desc, id desc) where state = 'held' and body <> '';

drop index newsletter_subscribers_email_part;
create index newsletter_subscribers_words on newsletter_subscribers
  using gin ((email::text || E'\n' || name) gin_trgm_ops);

-- How many files the media library has of each kind, and their bytes: the sum of the rows. Rows are only added, so that
-- writers never wait for each other; the hourly cleanup adds them up.
create table storage_totals (
  kind text not null check (kind in ('pictures', 'documents')),
  files integer not null,
  bytes bigint not null
);
create function add_to_storage() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and (tg_table_name = 'documents' or (to_jsonb(old) -> 'in_library')::boolean) then
    insert into storage_totals values (tg_table_name, -1, -coalesce(old.bytes, 0));
  end if;
  if tg_op <> 'DELETE' and (tg_table_name = 'documents' or (to_jsonb(new) -> 'in_library')::boolean) then
    insert into storage_totals values (tg_table_name, 1, coalesce(new.bytes, 0));
  end if;
  return null;
end $$;
create trigger pictures_add_to_storage after insert or delete or update of bytes, in_library on pictures
  for each row execute function add_to_storage();
create trigger documents_add_to_storage after insert or delete or update of bytes on documents
  for each row execute function add_to_storage();
insert into storage_totals
select 'pictures', count(*), coalesce(sum(bytes), 0) from pictures where in_library union all
select 'documents', count(*), coalesce(sum(bytes), 0) from documents;

-- Deep pages begin behind the keys of a row, and a key must not be null.
drop index business_documents_due;
create index business_documents_due on business_documents (coalesce(due_on, 'infinity'::date), id);
create index business_documents_due_last on business_documents (coalesce(due_on, '-infinity'::date), id);
create index posts_published on posts (coalesce(published_at, '-infinity'::timestamptz), id) where deleted_at is null;
create index posts_published_first on posts (coalesce(published_at, 'infinity'::timestamptz), id) where deleted_at is null;
drop index bookings_client_name;
create index bookings_client_name on bookings (lower(coalesce(client_name, '')), id);
drop index pictures_size;
create index pictures_largest on pictures (coalesce(bytes, 0), id) where in_library;
create index projects_published on projects (coalesce(published_on, '-infinity'::date), id) where deleted_at is null;
create index projects_published_first on projects (coalesce(published_on, 'infinity'::date), id) where deleted_at is null;
