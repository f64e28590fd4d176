-- Old addresses that lead to a page of this site or to another site. The path is stored decoded, in lower case.
create table redirects (
  id integer generated always as identity primary key,
  from_path text not null unique check (from_path like '/%' and length(from_path) <= 500),
  to_address text check (length(to_address) <= 2000),
  -- The same without what makes no difference, if it is on this site, to find chains.
  to_path text check (length(to_path) <= 500),
  post_id integer references posts on delete cascade,
  project_id text references projects on update cascade on delete cascade,
  created_by text not null check (created_by in ('owner', 'import')),
  created_at timestamptz not null default now(),
  check (num_nonnulls(to_address, post_id, project_id) = 1)
);
create index redirects_newest on redirects (created_at desc, id desc);
create index redirects_words on redirects using gin ((from_path || E'\n' || coalesce(to_address, '')) gin_trgm_ops);
create index redirects_to on redirects (to_path) where to_path is not null;
create index redirects_post on redirects (post_id) where post_id is not null;
create index redirects_project on redirects (project_id) where project_id is not null;
