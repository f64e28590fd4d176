-- Whether readers can comment; what they said stays either way.
alter table posts add column comments_open boolean not null default true;
alter table projects add column comments_open boolean not null default true;
