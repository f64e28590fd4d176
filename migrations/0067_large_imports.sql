-- An archive may be larger than 2 GiB.
alter table imports alter column bytes type bigint;
