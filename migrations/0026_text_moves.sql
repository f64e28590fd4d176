-- What was done with posts and projects on their way to the readers, and by whom; null where the site did it by itself.
create table text_moves (
  id integer primary key generated always as identity,
  at timestamptz not null,
  move text not null,
  post_id integer references posts on delete cascade,
  project_id text references projects on update cascade on delete cascade,
  by_id text references users on delete set null,
  check (num_nonnulls(post_id, project_id) = 1)
);

create index text_moves_at on text_moves (at desc, id desc);
create index text_moves_post on text_moves (post_id) where post_id is not null;
create index text_moves_project on text_moves (project_id) where project_id is not null;
create index text_moves_by on text_moves (by_id) where by_id is not null;

-- What the revisions still tell of it.
insert into text_moves (at, move, post_id, by_id)
  select saved_at, case reason when 'submitted' then 'submit' else 'publish' end, post_id, saved_by
  from post_revisions where reason in ('submitted', 'published') order by saved_at, id;
insert into text_moves (at, move, project_id, by_id)
  select saved_at, case reason when 'submitted' then 'submit' else 'publish' end, project_id, saved_by
  from project_revisions where reason in ('submitted', 'published') order by saved_at, id;

create index users_created_at on users (created_at desc);
