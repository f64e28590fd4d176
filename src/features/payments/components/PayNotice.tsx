import { useEffect, useRef } from 'react';
import { useFetcher, useRevalidator } from 'react-router';
import type { Notice } from '../rules/shown.ts';

/** How often a page looks whether word came from the provider, and after how long, in milliseconds. */
const LOOKS = 12;
const LOOKS_EVERY = 2500;

const sentences: Readonly<Record<Exclude<Notice, null>, readonly [title: string, text: string]>> = {
  confirming: [
    'Your payment is being confirmed',
    'This takes some moments. A receipt comes by mail once it has arrived.',
  ],
  arrived: ['Thank you, your payment has arrived', 'The receipt is on its way to you by mail.'],
  cancelled: ['You came back without paying', 'Nothing was taken. You can pay another way, or at another time.'],
  failed: ['The payment did not go through', 'Nothing was taken. Try again, or choose another way to pay.'],
  told: ['Thank you, that is noted', 'It counts once it has been seen on the account. A receipt comes by mail then.'],
};

/** What is known right after coming back from a provider, or telling of a transfer. */
export function PayNotice({ notice }: { notice: Notice }) {
  useLooking(notice === 'confirming');
  if (notice === null) return null;
  const [title, text] = sentences[notice];
  const isBad = notice === 'failed';
  return (
    <div className={`border-l-2 pl-4 ${isBad ? 'border-danger' : 'border-accent'}`}>
      <div role="status">
        <p className="font-display text-h4 font-semibold">{title}</p>
        <p className="mt-1 text-small text-ink-soft">{text}</p>
      </div>
      {notice === 'confirming' && <LookAgain />}
    </div>
  );
}

/** Without script, and where word is long in coming, somebody asks. */
function LookAgain() {
  const fetcher = useFetcher();
  return (
    <fetcher.Form method="post" className="mt-3">
      <input type="hidden" name="intent" value="check" />
      <button type="submit" className="button" disabled={fetcher.state !== 'idle'}>
        {fetcher.state === 'idle' ? 'Look again' : 'Looking…'}
      </button>
    </fetcher.Form>
  );
}

/** Looks again and again for a while; halfway it has the provider asked, whose word may have been lost. */
function useLooking(on: boolean): void {
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
