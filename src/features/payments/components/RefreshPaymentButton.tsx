import { useEffect, useRef } from 'react';
import { useFetcher, useRevalidator } from 'react-router';

/** Milliseconds between polls; short at first, because the provider's event is usually quick. */
const WAITS = [700, 1000, 1500, ...Array.from({ length: 10 }, () => 2500)];

/** Lets the client check manually, without JavaScript or after polling has ended. */
export function RefreshPaymentButton() {
  const fetcher = useFetcher();
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="check" />
      <button type="submit" className="button" disabled={fetcher.state !== 'idle'}>
        {fetcher.state === 'idle' ? 'Look again' : 'Looking…'}
      </button>
    </fetcher.Form>
  );
}

/**
 * Polls for a limited time, waiting for each answer before the next poll. Some polls also have the provider checked, in
 * case its event was lost.
 */
export function usePaymentPolling(on: boolean): void {
  const { revalidate } = useRevalidator();
  const { submit } = useFetcher();
  const looks = useRef(0);
  useEffect(() => {
    if (!on) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async (): Promise<void> => {
      looks.current += 1;
      await (looks.current % 4 === 3 ? submit({ intent: 'check' }, { method: 'post' }) : revalidate());
      wait();
    };
    const wait = (): void => {
      if (isOver || looks.current >= WAITS.length) return;
      timer = setTimeout(() => void look(), WAITS[looks.current]);
    };
    wait();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [on, revalidate, submit]);
}
