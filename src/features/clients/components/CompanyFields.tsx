import { useId } from 'react';
import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { BillingDetails } from '../contract/constants.ts';
import { BillingFields } from './BillingFields.tsx';

interface CompanyFieldsProps {
  /** Of the checkbox that opens the fields. */
  label: string;
  countries: readonly (readonly [code: string, name: string])[];
  /** The saved details of a signed-in client. */
  saved: BillingDetails | null;
  initial: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
}

/** Asks for a company's address and VAT ID if the client orders for one. Works without JavaScript. */
export function CompanyFields({ label, countries, saved, initial, errors }: CompanyFieldsProps) {
  const id = useId();
  if (saved && saved.country !== '') {
    const { company, street, postalCode, city, country, taxId } = saved;
    const lines = [company, ...street.split('\n'), `${postalCode} ${city}`.trim(), new Map(countries).get(country)];
    return (
      <p className="text-small text-ink-soft">
        Invoices are issued to <b className="text-ink">{lines.filter(Boolean).join(', ')}</b>
        {taxId && `, ${taxId}`}.{' '}
        <Link className="link" to={dashboardPaths.billingDetails}>
          Change billing details
        </Link>
      </p>
    );
  }
  return (
    <div className="company-fields">
      <label htmlFor={id} className="flex min-h-11 items-center gap-3 font-display font-semibold">
        <input
          id={id}
          type="checkbox"
          name="forCompany"
          className="size-5 shrink-0"
          defaultChecked={initial.forCompany === 'on'}
        />
        {label}
      </label>
      <div className="mt-4 hidden gap-6 [.company-fields:has([name=forCompany]:checked)_&]:grid">
        <BillingFields countries={countries} initial={initial} errors={errors} isCompany />
      </div>
    </div>
  );
}
