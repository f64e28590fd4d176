import { isDeepStrictEqual } from 'node:util';
import type { ImportOptions, PlannedSiteSection } from '../contract/index.ts';
import {
  type ArchivedSiteSection,
  toArchivedSection,
  type ArchiveSectionKey,
  isSiteSectionKey,
  getSectionTitle,
} from './freehold-site-sections.ts';

/** A document of this site, as far as it decides what becomes of the one in an archive. */
export interface ExistingSiteSection {
  readonly key: ArchiveSectionKey;
  /** As the site keeps it; what is sold as an archive has it. */
  readonly value: unknown;
  readonly version: number;
  readonly sample: boolean;
  readonly untouched: boolean;
}

/** Whether a document says what its owner wrote, rather than what every site begins with. */
const isOwn = ({ sample, untouched, version }: ExistingSiteSection) => !sample && !untouched && version > 1;

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
export function planSiteSections(
  documents: readonly ArchivedSiteSection[],
  present: readonly ExistingSiteSection[],
): PlannedSiteSection[] {
  return documents.map(({ key, value }) => {
    const here = present.find(document => document.key === key);
    const line = {
      key,
      title: getSectionTitle(key),
      here: here && isOwn(here) ? ('own' as const) : ('first' as const),
    };
    if (!here) return { ...line, fate: 'new' as const };
    const written = isSiteSectionKey(key) ? toArchivedSection(key, here.value).value : here.value;
    if (isDeepStrictEqual(written, value)) return { ...line, fate: 'same' as const };
    if (key === 'navItems' && addressesOf(written) !== addressesOf(value)) return { ...line, fate: 'refused' as const };
    return { ...line, fate: 'new' as const };
  });
}

/** Whether the site's documents are taken over where nobody said: only while none of the owner's own would be replaced. */
export function getDefaultSiteSectionOption(
  plan: readonly PlannedSiteSection[],
): NonNullable<ImportOptions['documents']> {
  return plan.some(({ fate, here }) => fate === 'new' && here === 'own') ? 'keep' : 'take';
}
