import { startTransition, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { useReorder } from './use-reorder.ts';

/**
 * Saves a list's order through the page's action on each change; keys are sent as `id`. Orders are sent one after
 * another, since concurrent ones might arrive out of order, and even after navigation.
 */
export function useSavedSortOrder<Result>(saved: readonly string[], fields: Readonly<Record<string, string>> = {}) {
  const { submit, data, reset } = useFetcher<Result>();
  const [desired, setDesired] = useState<readonly string[]>();
  const queued = useRef<readonly string[]>(undefined);
  const sending = useRef(false);
  const keys = desired ?? saved;

  const send = (ids: readonly string[]): Promise<void> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const id of ids) form.append('id', id);
    return submit(form, { method: 'post' });
  };
  const save = async (ids: readonly string[]): Promise<void> => {
    setDesired(ids);
    queued.current = ids;
    if (sending.current) return;
    sending.current = true;
    while (queued.current) {
      const latest = queued.current;
      queued.current = undefined;
      await send(latest);
    }
    sending.current = false;
    // The router renders the saved order in a transition. Without one here, the old order would flash.
    startTransition(() => setDesired(undefined));
  };
  const reorder = useReorder(keys, ids => void save(ids));
  return {
    ...reorder,
    /** The desired order, regardless of dragging. */
    keys,
    saving: desired !== undefined,
    /** The latest response of the action. */
    data,
    clearData: () => reset(),
  };
}
