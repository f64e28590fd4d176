import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import type { ConfirmOptions } from './ConfirmDialog.tsx';

/** Asks before leaving with unsaved changes. They stay as a local draft either way. */
export function useUnsavedChangesGuard(dirty: boolean, ask: (question: ConfirmOptions) => Promise<boolean>): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void ask({
      title: 'Leave without saving?',
      description: 'The site does not show what you wrote yet. It stays here as a draft, in this browser.',
      confirmLabel: 'Leave',
    }).then(yes => (yes ? blocker.proceed() : blocker.reset()));
  }, [blocker, ask]);
  useEffect(() => {
    if (!dirty) return undefined;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', hold);
    return () => removeEventListener('beforeunload', hold);
  }, [dirty]);
}
