-- A quote as written, if it has options or a discount on all lines; line_items are those without options.
alter table orders add column quote_lines jsonb;
