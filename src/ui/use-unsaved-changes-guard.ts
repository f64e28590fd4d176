import { useEffect } from 'react';
import { useBlocker, useLocation } from 'react-router';
import type { ConfirmOptions } from './ConfirmDialog.tsx';

/** Asks before leaving with unsaved changes. They stay as a local draft either way. */
export function useUnsavedChangesGuard(dirty: boolean, ask: (question: ConfirmOptions) => Promise<boolean>): void {
  const { pathname } = useLocation();
  // React Router removes a blocker only after the next page is shown; it must not block leaving that page.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && currentLocation.pathname === pathname && nextLocation.pathname !== pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void ask({
      title: 'Leave without saving?',
      description: 'Your changes aren’t saved yet. They stay in this browser as a draft.',
      confirmLabel: 'Leave page',
    }).then(confirmed => (confirmed ? blocker.proceed() : blocker.reset()));
  }, [blocker, ask]);
  useEffect(() => {
    if (!dirty) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [dirty]);
}
