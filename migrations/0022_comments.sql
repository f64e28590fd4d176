-- What people say about posts and projects: one table for both, so that both keep the same rules.
create table comments (
  id integer primary key generated always as identity,
  post_id integer references posts on delete cascade,
  project_id text references projects on update cascade on delete cascade,
  -- The comment that it answers, which answers none itself.
  parent_id integer references comments on delete cascade,
  -- Null for the people of the sample content, and for those whose account is gone.
  author_id text references users on delete set null,
  -- As whom somebody without an account is shown.
  name text,
  designation text not null default '',
  avatar_id text references pictures,
  -- Empty once its author, or time, has erased it, while there are answers to it.
  body text not null,
  state text not null check (state in ('held', 'shown', 'removed', 'spam')),
  -- What it was when the owner took it away.
  state_before text check (state_before in ('held', 'shown')),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  -- When it was first shown: from then on its author is trusted, and whoever is concerned has had mail.
  approved_at timestamptz,
  removed_at timestamptz,
  sample boolean not null default false,
  check (num_nonnulls(post_id, project_id) = 1),
  check (num_nonnulls(author_id, name) <= 1),
  check ((state in ('removed', 'spam')) = (removed_at is not null))
);

insert into comments (post_id, name, designation, avatar_id, body, state, created_at, approved_at, sample)
  select post_id, name, designation, avatar_id, comment, 'shown', created_at, created_at, true
  from post_comments order by id;
insert into comments (project_id, name, body, state, created_at, approved_at, sample)
  select project_id, user_name, text, 'shown', created_at, created_at, true
  from project_comments order by id;
drop table post_comments, project_comments;

create index comments_post on comments (post_id, id) where post_id is not null;
create index comments_project on comments (project_id, id) where project_id is not null;
create index comments_parent on comments (parent_id, id) where parent_id is not null;
create index comments_author on comments (author_id, id desc) where author_id is not null;
create index comments_held on comments (id desc) where state = 'held';
create index comments_taken_away on comments (removed_at) where removed_at is not null;

create table comment_reports (
  comment_id integer not null references comments on delete cascade,
  reporter_id text not null references users on delete cascade,
  reason text not null default '',
  created_at timestamptz not null default now(),
  -- When the owner looked at it and let the comment stand.
  dismissed_at timestamptz,
  primary key (comment_id, reporter_id)
);
create index comment_reports_reporter on comment_reports (reporter_id);
create index comment_reports_open on comment_reports (comment_id) where dismissed_at is null;

-- Whether somebody wants mail about their comments; who has no row here does.
create table comment_settings (
  user_id text primary key references users on delete cascade,
  mails boolean not null
);

-- When the owner was last told what waits, so that they are told once an hour at most.
create table comment_notices (
  only_row boolean primary key default true check (only_row),
  told_at timestamptz not null
);

-- Who likes what: an account, or a browser by a random number of its own, of which only the hash is kept.
create table likes (
  id integer primary key generated always as identity,
  post_id integer references posts on delete cascade,
  project_id text references projects on update cascade on delete cascade,
  user_id text references users on delete cascade,
  visitor_sha256 text,
  created_at timestamptz not null default now(),
  check (num_nonnulls(post_id, project_id) = 1),
  check (num_nonnulls(user_id, visitor_sha256) = 1)
);
create unique index likes_post_user on likes (user_id, post_id) where post_id is not null and user_id is not null;
create unique index likes_post_visitor on likes (visitor_sha256, post_id) where post_id is not null and visitor_sha256 is not null;
create unique index likes_project_user on likes (user_id, project_id) where project_id is not null and user_id is not null;
create unique index likes_project_visitor on likes (visitor_sha256, project_id) where project_id is not null and visitor_sha256 is not null;
create index likes_post on likes (post_id) where post_id is not null;
create index likes_project on likes (project_id) where project_id is not null;
