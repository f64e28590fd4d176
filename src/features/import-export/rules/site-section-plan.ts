import { isDeepStrictEqual } from 'node:util';
import type { ImportChoices, PlannedDocument } from '../contract/index.ts';
import {
  type ArchivedDocument,
  archivedDocument,
  type ArchivedKey,
  isSiteKey,
  titleOf,
} from './freehold-site-sections.ts';

/** A document of this site, as far as it decides what becomes of the one in an archive. */
export interface PresentDocument {
  readonly key: ArchivedKey;
  /** As the site keeps it; what is sold as an archive has it. */
  readonly value: unknown;
  readonly version: number;
  readonly sample: boolean;
  readonly untouched: boolean;
}

/** Whether a document says what its owner wrote, rather than what every site begins with. */
const isOwn = ({ sample, untouched, version }: PresentDocument) => !sample && !untouched && version > 1;

const addressesOf = (value: unknown) =>
  Array.isArray(value)
    ? value
        .map((item: unknown) => (typeof item === 'object' && item && 'href' in item ? String(item.href) : ''))
        .toSorted()
        .join(' ')
    : '';

/**
 * What becomes of the site's documents: whether each says something else than here, and whether somebody would miss what it
 * replaces.
 */
export function planDocuments(
  documents: readonly ArchivedDocument[],
  present: readonly PresentDocument[],
): PlannedDocument[] {
  return documents.map(({ key, value }) => {
    const here = present.find(document => document.key === key);
    const line = { key, title: titleOf(key), here: here && isOwn(here) ? ('own' as const) : ('first' as const) };
    if (!here) return { ...line, fate: 'new' as const };
    const written = isSiteKey(key) ? archivedDocument(key, here.value).value : here.value;
    if (isDeepStrictEqual(written, value)) return { ...line, fate: 'same' as const };
    if (key === 'navItems' && addressesOf(written) !== addressesOf(value)) return { ...line, fate: 'refused' as const };
    return { ...line, fate: 'new' as const };
  });
}

/** Whether the site's documents are taken over where nobody said: only while none of the owner's own would be replaced. */
export function usualDocuments(plan: readonly PlannedDocument[]): NonNullable<ImportChoices['documents']> {
  return plan.some(({ fate, here }) => fate === 'new' && here === 'own') ? 'keep' : 'take';
}
