import { useEffect, useRef } from 'react';
import { useFetcher, useRevalidator } from 'react-router';

/** After how long a page looks again whether word came from the provider, in milliseconds: soon at first, for it mostly did. */
const WAITS = [700, 1000, 1500, ...Array.from({ length: 10 }, () => 2500)];

/** Without script, and where word is long in coming, somebody asks. */
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
 * Looks again and again for a while, on a slow network not before the answer to the last look is there. At some of the
 * looks it has the provider asked, whose word may have been lost.
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
