import { type FormEvent, useEffect, useRef, useState } from 'react';
import { saveLocalDraft, readLocalDraft } from './local-draft.ts';

/** A form's text fields by their names. */
export type FormValues = Readonly<Record<string, string>>;

interface FormDraftOptions {
  /** By which this browser keeps it. */
  readonly name: string;
  /** What is saved, and its version; both are new once it was saved. */
  readonly saved: FormValues;
  readonly version: number;
  /** What was sent and refused: it stands in the form in place of what is saved. */
  readonly refused: FormValues | undefined;
}

interface Draft {
  readonly version: number;
  readonly values: FormValues;
}

/** Fields that are empty count as those that are not sent, such as boxes that are not ticked. */
function same(one: FormValues, other: FormValues): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every(name => (one[name] ?? '') === (other[name] ?? ''));
}

/** The form's own fields: what is sent beside them, such as a version, is none. */
function start(saved: FormValues, refused: FormValues | undefined): FormValues {
  if (!refused) return saved;
  return Object.fromEntries(Object.keys(saved).map(name => [name, refused[name] ?? '']));
}

function valuesOf(form: HTMLFormElement, fields: readonly string[]): FormValues {
  const data = new FormData(form);
  return Object.fromEntries(
    fields.map(name => {
      const value = data.get(name);
      return [name, typeof value === 'string' ? value.replaceAll('\r\n', '\n') : ''];
    }),
  );
}

/**
 * Follows what is typed into a form whose fields keep it themselves, and keeps it in this browser until it is saved. What
 * was kept comes back with the version that it was begun on, so that it does not write over a newer one.
 */
export function useFormDraft({ name, saved, version, refused }: FormDraftOptions) {
  const [first, setFirst] = useState({ values: start(saved, refused), turn: 0 });
  const [typed, setTyped] = useState(first.values);
  const [begunOn, setBegunOn] = useState<number>();
  const dirty = !same(typed, saved);
  const fill = (values: FormValues, from: number | undefined) => {
    setFirst(({ turn }) => ({ values, turn: turn + 1 }));
    setTyped(values);
    setBegunOn(from);
  };

  const now = useRef(typed);
  now.current = typed;
  useEffect(() => {
    const draft = readLocalDraft(name) as Draft | undefined;
    if (refused || !draft || same(draft.values, saved)) return undefined;
    // After the page was taken over, which has to find what the server made. What was typed before that is newer.
    const timer = setTimeout(() => {
      const newer = Object.entries(now.current).filter(([field, value]) => value !== (saved[field] ?? ''));
      fill({ ...draft.values, ...Object.fromEntries(newer) }, draft.version);
    });
    return () => clearTimeout(timer);
    // Once, when the form arrives.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [name]);
  useEffect(() => {
    // At once: whoever leaves right after a word loses none of it.
    if (dirty) {
      saveLocalDraft(name, { version: begunOn ?? version, values: typed } satisfies Draft);
      return undefined;
    }
    const timer = setTimeout(() => saveLocalDraft(name, undefined), 300);
    return () => clearTimeout(timer);
  }, [name, dirty, begunOn, version, typed]);

  return {
    /** What the fields begin with, and a key for what holds them: with another one they begin anew. */
    first: first.values,
    turn: first.turn,
    /** What stands in the fields by now. */
    typed,
    dirty,
    /** The version that it all was begun on. */
    version: begunOn ?? version,
    restored: begunOn !== undefined,
    /** Puts back what is saved. */
    discard: () => fill(saved, undefined),
    /** For what holds the fields. */
    onInput: (event: FormEvent<HTMLElement>) => {
      const form = event.currentTarget.closest('form');
      if (form) setTyped(valuesOf(form, Object.keys(saved)));
    },
  };
}
