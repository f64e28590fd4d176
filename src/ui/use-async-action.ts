import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#shared/errors.ts';

/** An error message, and messages by field. */
export interface FormError {
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Converts an error to a form error with the API's message if there is one. Other errors are logged. */
export function toFormError(error: unknown): FormError {
  if (ApiError.is(error))
    return { message: error.data?.error.message ?? error.message, fields: error.data?.error.fields ?? {} };
  console.error(error);
  return { message: 'Something went wrong. Try again.', fields: {} };
}

/**
 * Runs an asynchronous action on press; further presses are ignored while it runs. If it fails because of fields, moves
 * the focus to the first of them.
 */
export function useAsyncAction() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<FormError>();
  const running = useRef(false);
  const form = useRef<HTMLFormElement | null>(null);
  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);

  async function run(action: () => Promise<unknown>): Promise<void> {
    if (running.current) return;
    running.current = true;
    form.current = document.activeElement?.closest('form') ?? null;
    setBusy(true);
    setFailure(undefined);
    try {
      await action();
    } catch (error) {
      setFailure(toFormError(error));
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return { busy, failure, setFailure, run };
}
