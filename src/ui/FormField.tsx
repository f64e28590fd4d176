import type { ReactNode } from 'react';

export interface FormFieldProps {
  /** The control's own id; what describes it is named after it (`getAriaProps`). */
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  children: ReactNode;
}

/** What stands around a control of a form: label above, hint below, and what is wrong beside it in words. */
export function FormField({ id, label, hint, error, children }: FormFieldProps) {
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-display text-small font-semibold">
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="meta mt-1.5">
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

/** The control's attributes that say what its frame says about it. */
export function getAriaProps({ id, hint, error }: Pick<FormFieldProps, 'id' | 'hint' | 'error'>) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined };
}
