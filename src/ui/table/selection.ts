import { useCallback, useMemo, useState } from 'react';

/** The rows selected for a form. */
export interface Selection {
  /** ID of the form that the checkboxes in the table belong to. */
  readonly form: string;
  /** Name of the form field with a row's key, repeated per row. */
  readonly name: string;
  readonly selectedKeys: ReadonlySet<string>;
  readonly setSelected: (keys: readonly string[], on: boolean) => void;
  readonly clear: () => void;
}

/** Manages the selected rows of a table; rows that disappear are deselected. */
export function useSelection(form: string, name: string, keys: readonly string[]): Selection {
  const [selected, updateSelected] = useState<ReadonlySet<string>>(new Set());
  const setSelected = useCallback((changed: readonly string[], on: boolean) => {
    updateSelected(previous =>
      on ? new Set([...previous, ...changed]) : new Set([...previous].filter(key => !changed.includes(key))),
    );
  }, []);
  const clear = useCallback(() => updateSelected(new Set()), []);
  return useMemo(() => {
    const selectedKeys = new Set([...selected].filter(key => keys.includes(key)));
    return { form, name, selectedKeys, setSelected, clear };
  }, [form, name, keys, selected, setSelected, clear]);
}
