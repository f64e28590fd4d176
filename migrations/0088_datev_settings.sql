-- What the accountant's program needs to import invoices. No row before the owner saves it.
create table datev_settings (
  is_singleton boolean primary key default true check (is_singleton),
  consultant_number integer not null check (consultant_number between 1001 and 9999999),
  client_number integer not null check (client_number between 1 and 99999),
  chart text not null check (chart in ('SKR03', 'SKR04')),
  debtor_account integer not null check (debtor_account between 10000 and 69999)
);
