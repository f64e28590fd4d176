import { type SelectHTMLAttributes, useId } from 'react';
import { getAriaProps, FormField } from './FormField.tsx';

interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'id'> {
  label: string;
  name: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Labels by value. */
  options: Readonly<Record<string, string>>;
}

/** Labeled select with hint and error. */
export function SelectField({ label, hint, error, options, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <FormField id={id} label={label} hint={hint} error={error}>
      <select {...select} id={id} className="field" {...getAriaProps({ id, hint, error })}>
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </FormField>
  );
}
