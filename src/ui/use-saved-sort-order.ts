import { useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { useReorder } from './use-reorder.ts';

/**
 * Saves a list's order through the page's action on each change; keys are sent as `id`. Orders are sent one after
 * another, since concurrent ones might arrive out of order, and even after navigation.
 */
export function useSavedSortOrder<Result>(saved: readonly string[], fields: Readonly<Record<string, string>> = {}) {
  const { submit, data } = useFetcher<Result>();
  const [wanted, setWanted] = useState<readonly string[]>();
  const waiting = useRef<readonly string[]>(undefined);
  const sending = useRef(false);
  const keys = wanted ?? saved;

  const send = (ids: readonly string[]): Promise<void> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const id of ids) form.append('id', id);
    return submit(form, { method: 'post' });
  };
  const save = async (ids: readonly string[]): Promise<void> => {
    setWanted(ids);
    waiting.current = ids;
    if (sending.current) return;
    sending.current = true;
    while (waiting.current) {
      const newest = waiting.current;
      waiting.current = undefined;
      await send(newest);
    }
    sending.current = false;
    setWanted(undefined);
  };
  const reorder = useReorder(keys, ids => void save(ids));
  return {
    ...reorder,
    /** The desired order, regardless of dragging. */
    keys,
    saving: wanted !== undefined,
    /** The latest response of the action. */
    data,
  };
}
