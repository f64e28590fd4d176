import { TextField } from '#ui/TextField.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { OfferFormValues } from '../contract/offers.ts';
import type { OfferKindDefinition, OfferField } from '../rules/offer-kinds.ts';

interface OfferFieldsProps {
  kindDefinition: OfferKindDefinition;
  values: OfferFormValues;
  errors: Readonly<Record<string, string>>;
  /** Currency of new prices (ISO 4217). */
  defaultCurrency: string;
}

export function OfferFields({ kindDefinition, values, errors, defaultCurrency }: OfferFieldsProps) {
  return (
    <div className="grid items-start gap-x-6 gap-y-6 sm:grid-cols-2">
      {kindDefinition.fields.map(field => (
        <div key={field.name} className={isShort(field) ? '' : 'sm:col-span-2'}>
          <OfferInput
            field={field}
            value={values[field.name] ?? ''}
            error={errors[field.name]}
            currency={values.currency ?? defaultCurrency}
          />
          {field.kind === 'price' && values.currency !== undefined && values.currency !== defaultCurrency && (
            // Existing prices keep their currency until the owner changes it.
            <div className="mt-4">
              <SelectField
                label="Currency"
                name="currency"
                defaultValue={values.currency}
                error={errors.currency}
                options={{
                  [values.currency]: `${values.currency} (current)`,
                  [defaultCurrency]: `${defaultCurrency} (your currency for new prices)`,
                }}
              />
            </div>
          )}
        </div>
      ))}
    </div>
  );
}

const isShort = ({ kind }: OfferField) => kind === 'number' || kind === 'price' || kind === 'select';

interface OfferInputProps {
  field: OfferField;
  value: string;
  error: string | undefined;
  currency: string;
}

function OfferInput({ field, value, error, currency }: OfferInputProps) {
  const { name, label, kind, hint } = field;
  const common = { label, name, error, defaultValue: value, ...(hint ? { hint } : {}) };
  switch (kind) {
    case 'textarea':
      return <TextArea {...common} rows={3} />;
    case 'lines':
      return <TextArea {...common} rows={5} />;
    case 'price':
      return (
        <TextField
          {...common}
          inputMode="decimal"
          autoComplete="off"
          hint={`In ${currency}, for example 499 or 499.50.`}
        />
      );
    case 'number':
      return <TextField {...common} inputMode="numeric" autoComplete="off" />;
    case 'select':
      return <SelectField {...common} options={field.choices ?? {}} />;
    case 'switch':
      return (
        <label className="flex min-h-11 items-center gap-3 text-small">
          <input type="checkbox" name={name} defaultChecked={value === 'on'} className="size-5 shrink-0" />
          {label}
        </label>
      );
    default:
      return <TextField {...common} autoComplete="off" />;
  }
}
