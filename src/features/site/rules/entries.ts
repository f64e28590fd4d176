import type { SectionFormValue } from '../contract/index.ts';
import type { SectionDefinition } from './section-definitions.ts';

/** Orders fields by the section's definition, so two values can be compared. */
export function orderFields(value: SectionFormValue, { fields }: SectionDefinition): SectionFormValue {
  const ordered = (entry: Readonly<Record<string, string>>) =>
    Object.fromEntries(fields.map(({ name }) => [name, entry[name] ?? '']));
  return Array.isArray(value) ? value.map(ordered) : ordered(value);
}

/** Returns an entry's title; for a select, the label of its value. */
export function getEntryTitle(shape: SectionDefinition, entry: Readonly<Record<string, string>>): string {
  const field = shape.fields.find(({ name }) => name === shape.entry?.title);
  const text = entry[field?.name ?? ''] ?? '';
  return field?.options?.[text] ?? text;
}

/** Returns a new entry's fields. For a select with unique values, the first free one. */
export function createEntryValue(shape: SectionDefinition, value: SectionFormValue): Record<string, string> {
  const existing = Array.isArray(value) ? value : [];
  return Object.fromEntries(
    shape.fields.map(({ name, defaultValue = '', options }) => {
      const isUnique = options && name === shape.entry?.title;
      const free = isUnique
        ? Object.keys(options).find(choice => existing.every(entry => entry[name] !== choice))
        : undefined;
      return [name, free ?? defaultValue];
    }),
  );
}

/** Field name of a list entry, such as `3.title`; in other sections, just `title`. */
const ENTRY_FIELD = /^(\d{1,3})\.(\w+)$/;

/**
 * Reads a section's fields from its form and ignores others, such as the version. List entries keep their order, even
 * with gaps in the numbers.
 */
export function parseSectionFormData(form: ReadonlyMap<string, string>, shape: SectionDefinition): SectionFormValue {
  const fields = shape.fields.map(({ name }) => name);
  if (!shape.entry) return Object.fromEntries([...form].filter(([name]) => fields.includes(name)));
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
