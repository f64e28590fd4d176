-- The slug that a post's id in feeds is made from, once its slug has changed after publication.
alter table posts add column feed_slug text;
