-- Whether a post is sent as a newsletter once it is public. Cleared when sending starts.
alter table posts add column sends_newsletter boolean not null default false;
create index posts_sends_newsletter_idx on posts (id) where sends_newsletter;
