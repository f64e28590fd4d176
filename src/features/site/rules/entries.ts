import type { SectionFormValue } from '../contract/index.ts';
import type { SectionDefinition } from './section-definitions.ts';

/** A home page section as encoded in the field: `work -writing`. */
export interface HomeSectionState {
  readonly section: string;
  readonly shown: boolean;
}

export function parseHomeSections(text: string): HomeSectionState[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map(word => ({ section: word.replace(/^-/, ''), shown: !word.startsWith('-') }));
}

export function formatHomeSections(sections: readonly HomeSectionState[]): string {
  return sections.map(({ section, shown }) => (shown ? section : `-${section}`)).join(' ');
}

/** Orders fields by the section's definition, so that two values can be compared. */
export function orderFields(value: SectionFormValue, fields: readonly string[]): SectionFormValue {
  const ordered = (entry: Readonly<Record<string, string>>) =>
    Object.fromEntries(fields.map(name => [name, entry[name] ?? '']));
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
  const present = Array.isArray(value) ? value : [];
  return Object.fromEntries(
    shape.fields.map(({ name, defaultValue = '', options }) => {
      const once = options && name === shape.entry?.title;
      const free = once
        ? Object.keys(options).find(choice => present.every(entry => entry[name] !== choice))
        : undefined;
      return [name, free ?? defaultValue];
    }),
  );
}
