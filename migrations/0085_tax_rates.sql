-- Named tax rates with the days on which they apply. The rows of the default rate share its name.
create table tax_rates (
  id integer primary key generated always as identity,
  name text not null,
  basis_points integer not null check (basis_points between 0 and 10000),
  category text not null check (
    category in (
      'standard', 'zero', 'exempt', 'small_business', 'reverse_charge', 'intra_community', 'export', 'outside_scope'
    )
  ),
  -- Printed on documents; if null, the usual text of the category.
  note text,
  valid_from date,
  valid_until date,
  is_default boolean not null default false,
  check (valid_until >= valid_from),
  check ((category = 'standard') = (basis_points > 0))
);
insert into tax_rates (name, basis_points, category, is_default)
  select tax_name, tax_basis_points, 'standard', true from billing_settings where tax_basis_points > 0;

-- Credit notes of a period, for tax reports by payment date.
create index ledger_entries_credited_posted_at_idx on ledger_entries (posted_at) where kind = 'credited';

alter table billing_settings
  add column tax_country text check (tax_country ~ '^[A-Z]{2}$'),
  add column is_small_business boolean not null default false,
  -- If null, as tax_behavior.
  add column business_tax_behavior text check (business_tax_behavior in ('exclusive', 'inclusive'));

-- The previous version has one rate, in billing_settings. The next one writes it there before the rows of tax_rates.
create function replace_default_tax_rate() returns trigger language plpgsql as $$
begin
  delete from tax_rates where is_default;
  if new.tax_basis_points > 0 then
    insert into tax_rates (name, basis_points, category, is_default)
      values (new.tax_name, new.tax_basis_points, 'standard', true);
  end if;
  return null;
end
$$;
create trigger billing_settings_default_tax_rate after update on billing_settings for each row
  when ((old.tax_name, old.tax_basis_points) is distinct from (new.tax_name, new.tax_basis_points))
  execute function replace_default_tax_rate();
