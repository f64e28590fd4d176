-- Posts and projects of a status that somebody wrote are found in the index alone.
drop index posts_of_status;
create index posts_of_status on posts (status, changed_at desc, id desc) include (author_id) where deleted_at is null;
drop index projects_of_status;
create index projects_of_status on projects (status, changed_at desc, id desc) include (author_id)
  where deleted_at is null;

-- Projects with a price, some of which have no files to sell.
create index projects_priced on projects (published_on desc, id desc)
  where is_public and price_minor > 0 and not sample;
