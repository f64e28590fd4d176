-- What a client gets who buys a project; they are stored under their id. Without any, a project is not for sale.
create table project_files (
  id text primary key,
  project_id text not null references projects on update cascade on delete cascade,
  -- Files are listed in the order in which they were added.
  place bigint not null generated always as identity,
  name text not null,
  bytes bigint not null check (bytes > 0),
  added_at timestamptz not null
);
create index project_files_project on project_files (project_id, place);

-- The project that was bought, whose files the client downloads. `orders.project_id` is one that was begun from an order.
alter table orders add column bought_project_id text references projects on update cascade on delete set null;
create index orders_bought_project on orders (bought_project_id) where bought_project_id is not null;
update orders set bought_project_id = projects.id from projects
  where orders.kind = 'project' and projects.id = coalesce(
    (select project_slugs.project_id from project_slugs where project_slugs.slug = orders.subject ->> 'id'),
    orders.subject ->> 'id'
  );
