import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Reloads the page's data `intervalMs` after each response while enabled. */
export function usePolling(intervalMs: number, isEnabled: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isEnabled || state !== 'idle') return undefined;
    const timer = setTimeout(() => void revalidate(), intervalMs);
    return () => clearTimeout(timer);
  }, [intervalMs, isEnabled, state, revalidate]);
}
