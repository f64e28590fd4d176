-- What stands in for a picture until it arrives: the colors of its six parts, two rows of three, six hex digits each.
-- A picture from before this stays grey there.
alter table pictures rename column placeholder to colors;
update pictures set colors = repeat('808080', 6);
alter table pictures add check (colors ~ '^([0-9a-f]{6}){6}$');
