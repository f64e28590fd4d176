import { type RefObject, useEffect, useRef } from 'react';

/** Filters and sort order of a list, as in the URL. */
export type UrlQuery = Readonly<Record<string, string | undefined>>;

interface UrlFields {
  /** For the form whose fields are named after URL parameters. */
  readonly form: RefObject<HTMLFormElement | null>;
  /** Returns the form's values, which become the new URL. */
  readonly readQuery: () => UrlQuery;
}

/** Syncs a form's fields with the URL without moving focus. Text typed while a response is pending is kept. */
export function useUrlFields(query: UrlQuery): UrlFields {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(query);
  const sent = useRef<UrlQuery>(undefined);
  useEffect(() => {
    const previous = shown.current;
    shown.current = query;
    const changed = (name: string) => query[name] !== previous[name];
    if (!Object.keys({ ...query, ...previous }).some(changed)) return;
    for (const field of form.current?.elements ?? []) {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
      const value = query[field.name];
      if (changed(field.name) && !(sent.current && value === sent.current[field.name])) field.value = value ?? '';
    }
    sent.current = undefined;
  });
  const readQuery = () => {
    const entries = [...new FormData(form.current ?? undefined).entries()];
    const pairs = entries.map(([name, value]) => [name, typeof value === 'string' ? value.trim() : '']);
    const next: UrlQuery = Object.fromEntries(pairs.map(([name, value]) => [name, value || undefined]));
    sent.current = next;
    return next;
  };
  return { form, readQuery };
}
