import Columns3 from 'lucide-react/icons/columns-3';
import { type ReactNode, useSyncExternalStore } from 'react';
import { readStoredText, storeText } from '../stored-text.ts';
import type { Column } from './column.ts';

const CHANGED = 'columns-changed';

function subscribe(listener: () => void): () => void {
  const controller = new AbortController();
  for (const kind of [CHANGED, 'storage']) addEventListener(kind, listener, { signal: controller.signal });
  return () => controller.abort();
}

function store(key: string, hidden: readonly string[]): void {
  storeText(key, hidden.join(' '));
  dispatchEvent(new Event(CHANGED));
}

/**
 * Returns the visible columns, stored in this browser under the name of the table, and the control to choose them. A
 * table without a name shows all its columns.
 */
export function useColumnVisibility<Row>(
  table: string | undefined,
  columns: readonly Column<Row>[],
): { visibleColumns: Column<Row>[]; columnPicker: ReactNode } {
  const key = `columns ${table}`;
  const hidden = useSyncExternalStore(
    subscribe,
    () => readStoredText(key),
    () => '',
  ).split(' ');
  const visibleColumns = columns.filter(column => column.isAlwaysVisible || !hidden.includes(column.id));
  if (table === undefined) return { visibleColumns: [...columns], columnPicker: undefined };
  const toggle = (id: string, on: boolean) =>
    store(
      key,
      columns.map(column => column.id).filter(other => (other === id ? !on : hidden.includes(other))),
    );
  const id = `columns-of-${table}`;
  const columnPicker = (
    <div>
      <button type="button" popoverTarget={id} className="button">
        <Columns3 className="size-4" aria-hidden="true" /> Columns
      </button>
      <fieldset
        id={id}
        popover="auto"
        className="anchored min-w-48 rounded-control border border-rule-strong bg-ground p-1.5 text-ink shadow-raised"
      >
        <legend className="sr-only">Columns to show</legend>
        {columns
          .filter(column => !column.isAlwaysVisible)
          .map(column => (
            <label
              key={column.id}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 font-display text-small font-medium hover:bg-accent-wash"
            >
              <input
                type="checkbox"
                className="size-4.5"
                checked={!hidden.includes(column.id)}
                onChange={event => toggle(column.id, event.target.checked)}
              />
              {column.label}
            </label>
          ))}
      </fieldset>
    </div>
  );
  return { visibleColumns, columnPicker };
}
