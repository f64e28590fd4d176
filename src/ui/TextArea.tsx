import { type TextareaHTMLAttributes, useId } from 'react';
import { getAriaProps, FormField } from './FormField.tsx';

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id'> {
  label: string;
  name: string;
  hint?: string;
  error?: string | undefined;
}

/** Labeled text area that grows with its content. */
export function TextArea({ label, hint, error, rows = 3, ...input }: TextAreaProps) {
  const id = useId();
  return (
    <FormField id={id} label={label} hint={hint} error={error}>
      <textarea
        dir="auto"
        {...input}
        id={id}
        rows={rows}
        className="field field-sizing-content min-h-22 resize-y"
        {...getAriaProps({ id, hint, error })}
      />
    </FormField>
  );
}
