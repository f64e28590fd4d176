import { useEffect } from 'react';
import { useLocation } from 'react-router';

interface UnsavedForm {
  readonly pathname: string;
  /** Whether the changes stay in the browser as a draft. */
  readonly hasDraft: boolean;
}

/** The forms with unsaved changes. React may remove those of a page a moment after the next one is shown. */
export const unsavedForms = new Set<UnsavedForm>();

/** Makes the dashboard ask before it leaves a form with unsaved changes, which stay in the browser if it has a draft. */
export function useUnsavedChanges(isUnsaved: boolean, hasDraft: boolean): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const form = { pathname, hasDraft };
    unsavedForms.add(form);
    return () => void unsavedForms.delete(form);
  }, [isUnsaved, pathname, hasDraft]);
}
