import { type TextareaHTMLAttributes, useId } from 'react';
import { getAriaProps, FormField } from './FormField.tsx';

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id'> {
  label: string;
  name: string;
  hint?: string;
  error?: string | undefined;
}

/** A labelled field of several lines, which grows with what is in it: label above, hint and what is wrong below. */
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
