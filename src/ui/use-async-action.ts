import { useRef, useState } from 'react';
import { ApiError } from '#shared/errors.ts';

/** What went wrong: a sentence, and one for each field that is to be mended. */
export interface FormError {
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** What is to be said of an error: the words of the API where there are some. Other errors are logged, too. */
export function toFormError(error: unknown): FormError {
  if (ApiError.is(error))
    return { message: error.data?.error.message ?? error.message, fields: error.data?.error.fields ?? {} };
  console.error(error);
  return { message: 'That did not work. Try again.', fields: {} };
}

/** Something that is done at a press in the browser: once at a time, however often it is pressed. */
export function useAsyncAction() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<FormError>();
  const running = useRef(false);

  async function run(act: () => Promise<unknown>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await act();
    } catch (error) {
      setFailure(toFormError(error));
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return { busy, failure, setFailure, run };
}
