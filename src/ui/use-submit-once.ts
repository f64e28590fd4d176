import { type FormEvent, useEffect, useRef } from 'react';
import { useActionData } from 'react-router';

/**
 * Returns a guard that allows one submission until it is answered: a double click is faster than disabling the button.
 */
export function useSubmitOnce(sending: boolean): (event: FormEvent) => boolean {
  const answer: unknown = useActionData();
  /** The answer that was shown when the form was sent. */
  const sent = useRef<{ readonly answer: unknown }>(undefined);
  useEffect(() => {
    if (!sending) sent.current = undefined;
  }, [sending]);
  return event => {
    // An answer without a request arrives before `sending` is ever true.
    const isFirst = !sent.current || sent.current.answer !== answer;
    if (isFirst) sent.current = { answer };
    else event.preventDefault();
    return isFirst;
  };
}
