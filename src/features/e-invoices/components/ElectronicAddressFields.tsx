import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { addressSchemes } from '../contract/constants.ts';

interface ElectronicAddressFieldsProps {
  /** Returns the properties of a field by its name. */
  field: (name: string) => { name: string; defaultValue: string; error: string | undefined };
  /** Prefix of the field names. */
  prefix?: string;
  hint: string;
}

const options = {
  '': 'None',
  ...Object.fromEntries(
    Object.entries(addressSchemes)
      .map(([code, { label }]) => [code, `${label} (${code})`] as const)
      .toSorted(([, one], [, other]) => one.localeCompare(other, 'en')),
  ),
};

/** The fields of an electronic address: its type and value. */
export function ElectronicAddressFields({ field, prefix = '', hint }: ElectronicAddressFieldsProps) {
  return (
    <div className="grid items-start gap-6 sm:grid-cols-2">
      <SelectField label="Address type (optional)" options={options} {...field(`${prefix}electronicAddressScheme`)} />
      <TextField
        label="Electronic address (optional)"
        hint={hint}
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        {...field(`${prefix}electronicAddress`)}
      />
    </div>
  );
}
