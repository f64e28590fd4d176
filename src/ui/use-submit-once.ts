import { type FormEvent, useEffect, useRef } from 'react';

/** Lets a form be sent once until it has been answered: a double click is quicker than the button's being disabled. */
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
