import type { SectionFormValue } from '../contract/index.ts';

/** Field name of a list entry, such as `3.title`; in other sections, just `title`. */
const ENTRY_FIELD = /^(\d{1,3})\.(\w+)$/;

/**
 * Reads a section's fields from its form and ignores others, such as the version. List entries keep their order, even
 * with gaps in the numbers.
 */
export function parseSectionFormData(
  form: ReadonlyMap<string, string>,
  fields: readonly string[],
  isList: boolean,
): SectionFormValue {
  if (!isList) return Object.fromEntries([...form].filter(([name]) => fields.includes(name)));
  const entries = new Map<number, Record<string, string>>();
  for (const [name, value] of form) {
    const [, place, field] = ENTRY_FIELD.exec(name) ?? [];
    if (place === undefined || field === undefined || !fields.includes(field)) continue;
    const entry = entries.get(Number(place)) ?? {};
    entry[field] = value;
    entries.set(Number(place), entry);
  }
  return [...entries].toSorted(([one], [other]) => one - other).map(([, entry]) => entry);
}
