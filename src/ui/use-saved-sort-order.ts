import { useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { useReorder } from './use-reorder.ts';

/**
 * A list whose order is saved by the page's action with each change: the keys go there as `id`, with the fields beside
 * them. An order that is on its way is shown already, and the next step begins at it, however soon it follows. Orders are
 * sent one after the other: of two that are on their way at once, the earlier one might arrive last. What is sent goes on
 * when the page is left meanwhile.
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
    /** The keys as they are wanted now, whatever is dragged. */
    keys,
    saving: wanted !== undefined,
    /** What the action answered last. */
    data,
  };
}
