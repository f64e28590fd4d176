import { useCallback, useMemo, useState } from 'react';

/** The rows of a table that are chosen for a form. */
export interface Selection {
  /** The form's id: the checkboxes stand in the table and belong to it all the same, also without script. */
  readonly form: string;
  /** The name of the form's field that has a row's key, once for each row. */
  readonly name: string;
  readonly selectedKeys: ReadonlySet<string>;
  readonly setSelected: (keys: readonly string[], on: boolean) => void;
  readonly clear: () => void;
}

/** Keeps what is chosen in a table of these rows; what is not among them any more is not chosen either. */
export function useSelection(form: string, name: string, keys: readonly string[]): Selection {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const setSelected = useCallback((changed: readonly string[], on: boolean) => {
    setKept(before =>
      on ? new Set([...before, ...changed]) : new Set([...before].filter(key => !changed.includes(key))),
    );
  }, []);
  const clear = useCallback(() => setKept(new Set()), []);
  return useMemo(() => {
    const selectedKeys = new Set([...kept].filter(key => keys.includes(key)));
    return { form, name, selectedKeys, setSelected, clear };
  }, [form, name, keys, kept, setSelected, clear]);
}
