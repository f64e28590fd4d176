import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> {
  label: string;
  name: string;
  hint?: string;
  error?: string | undefined;
  /** A control of 44 px that stands at the end of the input, within its border. */
  end?: ReactNode;
}

/** A labelled input: label above, hint below, and what is wrong beside it in words. */
export function Field({ label, hint, error, end, ...input }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-display text-small font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          className={end ? 'field pr-12' : 'field'}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {end && <div className="absolute inset-y-0 right-0">{end}</div>}
      </div>
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
