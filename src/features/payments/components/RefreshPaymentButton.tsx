import { useEffect, useRef } from 'react';
import { useFetcher, useRevalidator } from 'react-router';
import type { DocumentLanguage } from '#features/billing/contract/document-design.ts';
import { getPaymentTexts } from '../rules/payment-texts/texts.ts';

/** Milliseconds between polls; short at first, because the provider's event is usually quick. */
const DELAYS = [700, 1000, 1500, ...Array.from({ length: 10 }, () => 2500)];

/** Lets the client check manually, without JavaScript or after polling has ended. */
export function RefreshPaymentButton({ language = 'en' }: { language?: DocumentLanguage }) {
  const fetcher = useFetcher();
  const { check, checking } = getPaymentTexts(language).history;
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="check" />
      <button type="submit" className="button" aria-disabled={fetcher.state !== 'idle' || undefined}>
        {fetcher.state === 'idle' ? check : checking}
      </button>
    </fetcher.Form>
  );
}

/**
 * Polls for a limited time, waiting for each answer before the next poll. Some polls also have the provider checked, in
 * case its event was lost.
 */
export function usePaymentPolling(isEnabled: boolean): void {
  const { revalidate } = useRevalidator();
  const { submit } = useFetcher();
  const pollCount = useRef(0);
  useEffect(() => {
    if (!isEnabled) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const poll = async (): Promise<void> => {
      pollCount.current += 1;
      await (pollCount.current % 4 === 3 ? submit({ intent: 'check' }, { method: 'post' }) : revalidate());
      schedule();
    };
    const schedule = (): void => {
      if (isOver || pollCount.current >= DELAYS.length) return;
      timer = setTimeout(() => void poll(), DELAYS[pollCount.current]);
    };
    schedule();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isEnabled, revalidate, submit]);
}
