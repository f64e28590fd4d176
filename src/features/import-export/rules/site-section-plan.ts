import { isDeepStrictEqual } from 'node:util';
import type { ImportOptions, PlannedSiteSection } from '../contract/index.ts';
import {
  type ArchivedSiteSection,
  toArchivedSection,
  type ArchiveSectionKey,
  isSiteSectionKey,
  getSectionTitle,
} from './freehold-site-sections.ts';

/** An existing section. Business settings are in the archive's format. */
interface ExistingSiteSection extends ArchivedSiteSection {
  /** Whether the owner changed it. */
  readonly isOwn: boolean;
}

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
    const line = { key, title: getSectionTitle(key), current: here?.isOwn ? ('own' as const) : ('default' as const) };
    return { ...line, action: actionFor(key, value, here) };
  });
}

function actionFor(key: ArchiveSectionKey, value: unknown, here: ArchivedSiteSection | undefined) {
  if (!here) return 'create';
  const written = isSiteSectionKey(key) ? toArchivedSection(key, here.value) : here.value;
  if (isDeepStrictEqual(written, value)) return 'unchanged';
  return key === 'navItems' && addressesOf(written) !== addressesOf(value) ? 'reject' : 'create';
}

/** Returns the default option: take the archive's sections only if that replaces none of the owner's own. */
export function getDefaultSiteSectionOption(
  plan: readonly PlannedSiteSection[],
): NonNullable<ImportOptions['siteSections']> {
  return plan.some(({ action, current }) => action === 'create' && current === 'own') ? 'keep' : 'replace';
}
