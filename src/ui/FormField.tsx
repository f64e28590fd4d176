import type { ReactNode } from 'react';

export interface FormFieldProps {
  /** ID of the control; its hint and error derive theirs from it (`getAriaProps`). */
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  children: ReactNode;
}

/** Frames a form control with its label, hint and error. */
export function FormField({ id, label, hint, error, children }: FormFieldProps) {
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-display text-small font-semibold">
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="hint mt-1.5">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-small text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** Returns the ARIA attributes that link a control to its hint and error. */
export function getAriaProps({ id, hint, error }: Pick<FormFieldProps, 'id' | 'hint' | 'error'>) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined };
}
