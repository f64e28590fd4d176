-- Whom to notify when a held reply is approved: the author of the comment or reply that it answers.
alter table comments add column replied_to_user_id text references users (id) on delete set null;

create index comments_replied_to_user on comments (replied_to_user_id) where replied_to_user_id is not null;

update comments
set replied_to_user_id = parents.author_id
from comments as parents
where parents.id = comments.parent_id and comments.approved_at is null;
