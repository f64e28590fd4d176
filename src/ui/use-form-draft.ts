import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { readLocalDraft, useStoredDraft } from './local-draft.ts';

/** A form's text fields by name. */
export type FormValues = Readonly<Record<string, string>>;

interface FormDraftOptions {
  /** Storage key of the draft. */
  readonly name: string;
  /** The saved values and their version; both change after a save. */
  readonly saved: FormValues;
  readonly version: number;
  /** The values of a rejected submission, shown instead of the saved ones. */
  readonly refused: FormValues | undefined;
}

interface Draft {
  readonly version: number;
  readonly values: FormValues;
}

/** Compares form values; empty fields equal missing ones, such as unchecked checkboxes. */
function isEqual(one: FormValues, other: FormValues): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every(name => (one[name] ?? '') === (other[name] ?? ''));
}

/** Returns the form's own fields, without others sent along, such as a version. */
function getInitialValues(saved: FormValues, refused: FormValues | undefined): FormValues {
  if (!refused) return saved;
  return Object.fromEntries(Object.keys(saved).map(name => [name, refused[name] ?? '']));
}

function readValues(data: FormData, fields: readonly string[]): FormValues {
  return Object.fromEntries(
    fields.map(name => {
      const value = data.get(name);
      return [name, typeof value === 'string' ? value.replaceAll('\r\n', '\n') : ''];
    }),
  );
}

/**
 * Tracks the values of an uncontrolled form and stores them as a local draft until saved. A restored draft keeps the
 * version it is based on, so it doesn't overwrite a newer one.
 */
export function useFormDraft({ name, saved, version, refused }: FormDraftOptions) {
  const [initial, setInitial] = useState({ values: getInitialValues(saved, refused), resetKey: 0 });
  const [typed, setTyped] = useState(initial.values);
  const [baseVersion, setBaseVersion] = useState<number>();
  const dirty = !isEqual(typed, saved);
  const fill = (values: FormValues, newBase: number | undefined) => {
    setInitial(({ resetKey }) => ({ values, resetKey: resetKey + 1 }));
    setTyped(values);
    setBaseVersion(newBase);
  };
  const { formData } = useNavigation();
  const [sent, setSent] = useState<FormValues>();
  const [shown, setShown] = useState({ version, values: saved });
  if (version !== shown.version) {
    setShown({ version, values: saved });
    // Text typed while the form was being saved stays, as a change of the version that was saved.
    if (!isEqual(typed, sent ?? shown.values)) setBaseVersion(sent ? undefined : (baseVersion ?? shown.version));
    else if (isEqual(typed, saved)) setBaseVersion(undefined);
    else fill(saved, undefined);
  }
  if ((formData === undefined) !== (sent === undefined)) setSent(formData && readValues(formData, Object.keys(saved)));

  const latest = useRef(typed);
  latest.current = typed;
  useEffect(() => {
    const draft = readLocalDraft(name) as Draft | undefined;
    if (refused || !draft || isEqual(draft.values, saved)) return undefined;
    // After hydration, which must match the server's HTML. Text typed before it is newer than the draft.
    const timer = setTimeout(() => {
      const newer = Object.entries(latest.current).filter(([field, value]) => value !== (saved[field] ?? ''));
      fill({ ...draft.values, ...Object.fromEntries(newer) }, draft.version);
    });
    return () => clearTimeout(timer);
    // Only on mount.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [name]);
  useStoredDraft(name, dirty ? ({ version: baseVersion ?? version, values: typed } satisfies Draft) : undefined);

  return {
    /** Initial values, and a key for the fields' container: a new key resets them. */
    initial: initial.values,
    resetKey: initial.resetKey,
    /** Current values of the fields. */
    typed,
    dirty,
    /** The version that the values are based on. */
    version: baseVersion ?? version,
    restored: baseVersion !== undefined,
    /** Resets to the saved values. */
    discard: () => fill(saved, undefined),
    /** For the container of the fields. */
    onInput: (event: FormEvent<HTMLElement>) => {
      const form = event.currentTarget.closest('form');
      if (form) setTyped(readValues(new FormData(form), Object.keys(saved)));
    },
  };
}
