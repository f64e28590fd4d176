import type { SectionFormValue } from '../contract/index.ts';

/** Of a list, one entry's field is named `3.title`; of a single document, just `title`. */
const ENTRY_FIELD = /^(\d{1,3})\.(\w+)$/;

/** The name of a form's field. */
export function getFieldName(name: string, entry?: number): string {
  return entry === undefined ? name : `${entry}.${name}`;
}

/**
 * What a form says of a document: its fields and no others, such as the version beside them. Entries of a list keep
 * their order, whatever numbers are missing.
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
