-- The seller's address by parts, as e-invoices need it; null until entered. Its country is tax_country.
alter table billing_settings
  add street text,
  add postal_code text,
  add city text,
  add region text,
  -- A code of the EAS list, and the address under it.
  add electronic_address_scheme text,
  add electronic_address text;

alter table clients
  -- The e-invoice in emails of new invoices; empty for none.
  add e_invoice_format text not null default '',
  -- Buyer reference (EN 16931 BT-10), such as a Leitweg-ID.
  add buyer_reference text not null default '',
  add electronic_address_scheme text not null default '',
  add electronic_address text not null default '';
