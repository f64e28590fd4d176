import { useId } from 'react';
import { getAriaProps, FormField } from '#ui/FormField.tsx';
import { termSettingLimits } from '../contract/term-variables.ts';
import type { TermSettingField } from '../rules/payment-terms.ts';
import { SelectField } from './OfferFields.tsx';

interface FigureFieldProps {
  field: TermSettingField;
  value: string;
  error: string | undefined;
  /** Currency of an amount (ISO 4217). */
  currency: string;
}

/** Input for a setting of a term, with its unit. */
export function TermSettingInput({ field, value, error, currency }: FigureFieldProps) {
  const id = useId();
  const name = `settings.${field.name}`;
  if (field.name === 'lateFeeMode') {
    return (
      <SelectField
        label={field.label}
        name={name}
        defaultValue={value}
        error={error}
        choices={{ manual: 'I decide on each', automatic: 'Added by themselves' }}
      />
    );
  }
  const isAmount = field.name === 'installmentMinimum';
  const bounds = Object.entries(termSettingLimits).find(([known]) => known === field.name)?.[1];
  const hint = bounds ? `From ${bounds[0]} to ${bounds[1]}.` : undefined;
  return (
    <FormField id={id} label={field.label} hint={hint} error={error}>
      <span className="flex items-center gap-3">
        <span className="w-28 shrink-0">
          <input
            id={id}
            name={name}
            defaultValue={value}
            inputMode={isAmount ? 'decimal' : 'numeric'}
            autoComplete="off"
            className="field text-right font-mono tabular-nums"
            {...getAriaProps({ id, hint, error })}
          />
        </span>
        <span className="text-small text-ink-soft">{isAmount ? currency : field.unit}</span>
      </span>
    </FormField>
  );
}
