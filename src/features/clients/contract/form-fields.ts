import { eInvoiceFormats } from '#features/e-invoices/contract/constants.ts';
import { type BillingDetails, billingDetailNames } from './constants.ts';
import type { EInvoiceSettings } from './e-invoice.ts';

type Form = ReadonlyMap<string, string>;

/** Returns the name of a form field of the billing details; also the field's name in errors. */
export const billingField = (name: keyof BillingDetails) => `billing.${name}` as const;

/** Returns billing details as form fields. */
export function toBillingFields(details: BillingDetails): Record<string, string> {
  return Object.fromEntries(billingDetailNames.map(name => [billingField(name), details[name]]));
}

/** Reads billing details from a form. */
export function readBilling(form: Form): Record<keyof BillingDetails, string> {
  const entries = billingDetailNames.map(name => [name, form.get(billingField(name)) ?? '']);
  return Object.fromEntries(entries) as Record<keyof BillingDetails, string>;
}

/** Returns how a client gets e-invoices as form fields. */
export const toEInvoiceFields = (settings: EInvoiceSettings | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(settings ?? {}).map(([name, value]) => [`eInvoice.${name}`, value]));

/** Reads how a client gets e-invoices from a form. */
export function readEInvoiceSettings(form: Form): EInvoiceSettings {
  const text = (name: string) => form.get(`eInvoice.${name}`) ?? '';
  return {
    eInvoiceFormat: eInvoiceFormats.find(format => format === text('eInvoiceFormat')) ?? '',
    buyerReference: text('buyerReference'),
    electronicAddressScheme: text('electronicAddressScheme'),
    electronicAddress: text('electronicAddress'),
  };
}

/** A form field of someone who orders for a company. */
export type CompanyFieldName = 'forCompany' | `billing.${keyof BillingDetails}`;

export const companyFieldNames: readonly CompanyFieldName[] = ['forCompany', ...billingDetailNames.map(billingField)];

/** The same fields without values, for a form's draft. */
export const emptyCompanyFields = Object.fromEntries(companyFieldNames.map(name => [name, '']));

/** Reads the company that someone orders for, if they do. */
export function readCompany(form: Form): { billing?: ReturnType<typeof readBilling> } {
  return form.get('forCompany') === 'on' ? { billing: readBilling(form) } : {};
}

/** Splits a list that was typed in one field. */
export const splitList = (text: string, separators: RegExp) => [
  ...new Set(
    text
      .split(separators)
      .map(part => part.trim())
      .filter(Boolean),
  ),
];
