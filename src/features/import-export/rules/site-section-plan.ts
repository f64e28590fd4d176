import { isDeepStrictEqual } from 'node:util';
import type { ImportOptions, PlannedSiteSection } from '../contract/index.ts';
import {
  type ArchivedSiteSection,
  toArchivedSection,
  type ArchiveSectionKey,
  isSiteSectionKey,
  getSectionTitle,
} from './freehold-site-sections.ts';

/** Properties of an existing section that decide whether to replace it. */
export interface ExistingSiteSection {
  readonly key: ArchiveSectionKey;
  /** The section's value; business settings are in the archive's format. */
  readonly content: unknown;
  readonly version: number;
  readonly isSample: boolean;
  readonly isPlaceholder: boolean;
}

/** Whether the owner changed the section. */
const isOwn = ({ isSample, isPlaceholder, version }: ExistingSiteSection) => !isSample && !isPlaceholder && version > 1;

const addressesOf = (value: unknown) =>
  Array.isArray(value)
    ? value
        .map((item: unknown) => (typeof item === 'object' && item && 'href' in item ? String(item.href) : ''))
        .toSorted()
        .join(' ')
    : '';

/** Plans each site section: whether it differs from the existing one, and whether that was changed by the owner. */
export function planSiteSections(
  documents: readonly ArchivedSiteSection[],
  present: readonly ExistingSiteSection[],
): PlannedSiteSection[] {
  return documents.map(({ key, value }) => {
    const here = present.find(document => document.key === key);
    const line = {
      key,
      title: getSectionTitle(key),
      current: here && isOwn(here) ? ('own' as const) : ('default' as const),
    };
    if (!here) return { ...line, action: 'create' as const };
    const written = isSiteSectionKey(key) ? toArchivedSection(key, here.content).value : here.content;
    if (isDeepStrictEqual(written, value)) return { ...line, action: 'unchanged' as const };
    if (key === 'navItems' && addressesOf(written) !== addressesOf(value))
      return { ...line, action: 'reject' as const };
    return { ...line, action: 'create' as const };
  });
}

/** Returns the default option: take the archive's sections only if that replaces none of the owner's own. */
export function getDefaultSiteSectionOption(
  plan: readonly PlannedSiteSection[],
): NonNullable<ImportOptions['siteSections']> {
  return plan.some(({ action, current }) => action === 'create' && current === 'own') ? 'keep' : 'replace';
}
