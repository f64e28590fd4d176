import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Reloads the page's data `intervalMs` after each response while enabled; waits if the site can't be reached. */
export function usePolling(intervalMs: number, isEnabled: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isEnabled || state !== 'idle') return undefined;
    const controller = new AbortController();
    const reload = async () => {
      if (await isSiteReachable(controller.signal)) await revalidate();
    };
    const timer = setInterval(() => void reload(), intervalMs);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [intervalMs, isEnabled, state, revalidate]);
}

/** Returns whether the site responds. If reloading a page's data failed, an error would replace the page. */
export async function isSiteReachable(signal?: AbortSignal): Promise<boolean> {
  const response = await fetch('/healthz', signal ? { signal } : {}).catch(() => undefined);
  return response?.ok ?? false;
}
