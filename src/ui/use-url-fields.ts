import { type RefObject, useEffect, useRef } from 'react';

/** Filters and sort order of a list, as in the URL. */
export type UrlQuery = Readonly<Record<string, string | undefined>>;

interface FieldsOfAddress {
  /** For the form whose fields are named after URL parameters. */
  readonly form: RefObject<HTMLFormElement | null>;
  /** Returns the form's values, which become the new URL. */
  readonly ask: () => UrlQuery;
}

/** Syncs a form's fields with the URL without moving focus. Text typed while a response is pending is kept. */
export function useUrlFields(query: UrlQuery): FieldsOfAddress {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(query);
  const asked = useRef<UrlQuery>(undefined);
  useEffect(() => {
    const before = shown.current;
    shown.current = query;
    const changed = (name: string) => query[name] !== before[name];
    if (!Object.keys({ ...query, ...before }).some(changed)) return;
    for (const field of form.current?.elements ?? []) {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
      const says = query[field.name];
      if (changed(field.name) && !(asked.current && says === asked.current[field.name])) field.value = says ?? '';
    }
    asked.current = undefined;
  });
  const ask = () => {
    const entries = [...new FormData(form.current ?? undefined).entries()];
    const texts = entries.map(([name, value]) => [name, typeof value === 'string' ? value.trim() : '']);
    const next: UrlQuery = Object.fromEntries(texts.map(([name, value]) => [name, value || undefined]));
    asked.current = next;
    return next;
  };
  return { form, ask };
}
