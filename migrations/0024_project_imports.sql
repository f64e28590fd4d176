-- Projects move in as posts do, and with both come their comments and the site's own documents.
alter table import_sources
  drop constraint import_sources_pkey,
  alter column post_id drop not null,
  add unique (post_id),
  add column project_id text unique references projects on update cascade on delete cascade,
  add check (num_nonnulls(post_id, project_id) = 1),
  drop constraint import_sources_source_source_id_key;
-- A post and a project may be known by the same name there.
create unique index import_sources_posts on import_sources (source, source_id) where post_id is not null;
create unique index import_sources_projects on import_sources (source, source_id) where project_id is not null;

alter table imports
  -- What the archive holds besides posts.
  add column projects integer not null default 0,
  add column comments integer not null default 0,
  add column documents integer not null default 0;
