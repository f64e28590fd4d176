import { useEffect, useRef } from 'react';
import { useFetcher, useRevalidator } from 'react-router';

/** How often a page looks whether word came from the provider, and after how long, in milliseconds. */
const LOOKS = 12;
const LOOKS_EVERY = 2500;

/** Without script, and where word is long in coming, somebody asks. */
export function LookAgain() {
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

/** Looks again and again for a while; halfway it has the provider asked, whose word may have been lost. */
export function useLooking(on: boolean): void {
  const { revalidate } = useRevalidator();
  const { submit } = useFetcher();
  const looks = useRef(0);
  useEffect(() => {
    if (!on) return undefined;
    const timer = setInterval(() => {
      if (++looks.current > LOOKS) return clearInterval(timer);
      if (looks.current % 4 === 2) void submit({ intent: 'check' }, { method: 'post' });
      else void revalidate();
    }, LOOKS_EVERY);
    return () => clearInterval(timer);
  }, [on, revalidate, submit]);
}
