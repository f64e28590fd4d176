import type { ComponentProps } from 'react';
import { SelectField } from '#ui/SelectField.tsx';
import type { TaxOption } from '../rules/tax-options.ts';

interface TaxSelectProps extends Omit<ComponentProps<typeof SelectField>, 'label' | 'options'> {
  /** The default first. */
  taxes: readonly Pick<TaxOption, 'key' | 'label'>[];
  /** Key of the chosen tax; empty for the default. */
  chosen: string;
  /** Why the first one is the default. */
  defaultNote?: string;
}

/** Lets the owner choose the tax of a line. A tax that no longer applies stays chosen until it is changed. */
export function TaxSelect({ taxes, chosen, defaultNote = 'proposed', ...select }: TaxSelectProps) {
  const [first, ...others] = taxes;
  const isKnown = chosen === '' || taxes.some(({ key }) => key === chosen);
  const options = {
    '': `${first?.label ?? 'No tax'} (${defaultNote})`,
    ...Object.fromEntries(others.map(({ key, label }) => [key, label])),
    ...(isKnown ? {} : { [chosen]: 'No longer available' }),
  };
  const value = chosen === first?.key ? '' : chosen;
  return (
    <SelectField
      label="Tax"
      options={options}
      {...select}
      {...(select.onChange ? { value } : { defaultValue: value })}
    />
  );
}
