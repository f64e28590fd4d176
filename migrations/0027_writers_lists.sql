-- The writers' list and its number of posts, without the posts themselves.
drop index posts_changed;
create index posts_changed on posts (changed_at desc, id desc, author_id) where deleted_at is null;

-- What is searched there: the title that was written last, and the address.
create index posts_written_title_part on posts using gin ((coalesce(pending ->> 'title', title)) gin_trgm_ops);
create index posts_slug_part on posts using gin (slug gin_trgm_ops);
