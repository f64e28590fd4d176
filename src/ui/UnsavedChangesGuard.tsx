import { useEffect } from 'react';
import { type Location, useBlocker } from 'react-router';
import { useConfirm } from './ConfirmDialog.tsx';
import { unsavedForms } from './unsaved-changes.ts';

/** Asks before leaving forms with unsaved changes. React Router allows one blocker, so all forms of a page share it. */
export function UnsavedChangesGuard() {
  const { confirm, dialog } = useConfirm();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => losesChanges(currentLocation, nextLocation));
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const areKept = [...unsavedForms].every(({ hasDraft }) => hasDraft);
    void confirm({
      title: 'Leave without saving?',
      description: `Your changes aren’t saved yet. ${areKept ? 'They stay in this browser as a draft.' : 'If you leave, you lose them.'}`,
      confirmLabel: 'Leave page',
    }).then(confirmed => (confirmed ? blocker.proceed() : blocker.reset()));
  }, [blocker, confirm]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (unsavedForms.size > 0) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
  return dialog;
}

/** A change of the query can replace the form by that of another record. A draft is kept then. */
function losesChanges(from: Location, to: Location): boolean {
  const left = [...unsavedForms].filter(({ pathname }) => pathname === from.pathname);
  if (from.pathname !== to.pathname) return left.length > 0;
  return from.search !== to.search && left.some(({ hasDraft }) => !hasDraft);
}
