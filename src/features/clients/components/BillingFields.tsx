import { SelectField } from '#ui/SelectField.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { BillingDetails } from '../contract/constants.ts';
import { billingField } from '../contract/form-fields.ts';

interface BillingFieldsProps {
  /** Codes and names. */
  countries: readonly (readonly [code: string, name: string])[];
  initial: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  /** Whether name, street, city and country are required. */
  isCompany?: boolean;
}

/** The fields of an address and tax number. */
export function BillingFields({ countries, initial, errors, isCompany = false }: BillingFieldsProps) {
  const field = (name: keyof BillingDetails) => ({
    name: billingField(name),
    defaultValue: initial[billingField(name)] ?? '',
    error: errors[billingField(name)],
  });
  const optional = (label: string) => (isCompany ? label : `${label} (optional)`);
  return (
    <>
      <TextField label={optional('Company')} autoComplete="organization" maxLength={160} {...field('company')} />
      <TextArea
        label={isCompany ? 'Street and number' : 'Street and number (optional)'}
        autoComplete="street-address"
        rows={2}
        maxLength={300}
        {...field('street')}
      />
      <div className="grid gap-6 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <TextField label="Postal code (optional)" autoComplete="postal-code" maxLength={20} {...field('postalCode')} />
        <TextField label={optional('City')} autoComplete="address-level2" maxLength={80} {...field('city')} />
      </div>
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField
          label="State or province (optional)"
          autoComplete="address-level1"
          maxLength={80}
          {...field('region')}
        />
        <SelectField
          label={optional('Country')}
          autoComplete="country"
          options={{ '': 'Choose a country', ...Object.fromEntries(countries) }}
          {...field('country')}
        />
      </div>
      <TextField
        label="VAT ID or tax number (optional)"
        hint="Printed on invoices. VAT IDs start with the country, for example DE123456789."
        autoComplete="off"
        maxLength={60}
        {...field('taxId')}
      />
    </>
  );
}
