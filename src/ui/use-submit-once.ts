import { type FormEvent, useEffect, useRef } from 'react';

/**
 * Returns a guard that allows one submission until it is answered: a double click is faster than disabling the button.
 */
export function useSubmitOnce(sending: boolean): (event: FormEvent) => boolean {
  const sent = useRef(false);
  useEffect(() => {
    if (!sending) sent.current = false;
  }, [sending]);
  return event => {
    if (sent.current) event.preventDefault();
    const isFirst = !sent.current;
    sent.current = true;
    return isFirst;
  };
}
