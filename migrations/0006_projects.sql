create table projects (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  category text not null,
  title text not null,
  summary text not null,
  tags text[] not null default '{}',
  cover_id text references pictures,
  cover_alt text not null default '',
  link text not null,
  -- Tenths of a star, so that 4.8 is exact.
  stars_tenths integer not null check (stars_tenths between 0 and 50),
  likes integer not null default 0,
  forks integer not null default 0,
  owner text not null,
  published_on date not null,
  price_minor integer not null check (price_minor >= 0),
  currency text not null check (length(currency) = 3),
  markdown text not null,
  html text not null,
  search tsvector not null generated always as (
    setweight(to_tsvector('english', title), 'A')
    || setweight(to_tsvector('english', summary), 'B')
    || setweight(to_tsvector('english', markdown), 'C')
  ) stored
);
create index projects_newest on projects (published_on desc, id desc);
create index projects_category_newest on projects (category, published_on desc, id desc);
create index projects_stars on projects (stars_tenths desc, id desc);
create index projects_price on projects (price_minor, id);
create index projects_tags on projects using gin (tags);
create index projects_search on projects using gin (search);
create index projects_title_part on projects using gin (title gin_trgm_ops);

create table project_comments (
  id integer primary key generated always as identity,
  project_id text not null references projects on delete cascade,
  user_name text not null,
  text text not null,
  created_at timestamptz not null default now()
);
create index project_comments_project on project_comments (project_id, id);
