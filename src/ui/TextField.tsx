import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { getAriaProps, FormField } from './FormField.tsx';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> {
  label: string;
  name: string;
  hint?: string;
  error?: string | undefined;
  /** A 44 px control at the end of the input, inside its border. */
  endAdornment?: ReactNode;
}

/** Labeled input with hint and error. */
export function TextField({ label, hint, error, endAdornment, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <FormField id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <input
          dir={isFreeText(input.type) ? 'auto' : undefined}
          {...input}
          id={id}
          className={endAdornment ? 'field pr-12' : 'field'}
          {...getAriaProps({ id, hint, error })}
        />
        {endAdornment && <div className="absolute inset-y-0 right-0">{endAdornment}</div>}
      </div>
    </FormField>
  );
}

/** Returns whether an input takes free text, which may be in a right-to-left script. */
const isFreeText = (type: string | undefined) => type === undefined || type === 'text' || type === 'search';
