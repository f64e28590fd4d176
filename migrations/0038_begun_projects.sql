-- The project of the showcase that was begun from an order, so that it is begun once. Projects change their addresses.
alter table orders add column project_id text references projects on update cascade on delete set null;
create unique index orders_project on orders (project_id) where project_id is not null;
