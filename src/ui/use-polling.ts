import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Reloads the page's data `intervalMs` after each response while enabled; waits if the site can't be reached. */
export function usePolling(intervalMs: number, isEnabled: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isEnabled || state !== 'idle') return undefined;
    const controller = new AbortController();
    const reload = async () => {
      // If loading the data failed, an error would replace the page.
      const response = await fetch('/healthz', { signal: controller.signal }).catch(() => undefined);
      if (response?.ok) await revalidate();
    };
    const timer = setInterval(() => void reload(), intervalMs);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [intervalMs, isEnabled, state, revalidate]);
}
