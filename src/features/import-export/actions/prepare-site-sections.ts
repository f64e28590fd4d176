import type { SectionKey, SiteSections } from '#features/site/contract/content.ts';
import { upsertSection } from '#features/site/index.ts';
import { withSitePictures } from '../rules/freehold.ts';
import { isSiteSectionKey, parseArchivedSection, pictureIdsOfDocument } from '../rules/freehold-site-sections.ts';
import type { StoredImport } from './archive-store.ts';
import { prepareBusinessSettings, type Replacement } from './business-settings.ts';
import { withoutComplex } from './import-pool.ts';
import { idsByArchiveId } from './pictures.ts';
import type { ImportPlan } from './plans.ts';
import { renderImported, type PrepareContext } from './prepare-entries.ts';

/**
 * Prepares the site sections that replace existing ones: replaces pictures and renders legal texts. Skips invalid ones;
 * `notes` lists texts that are too complex.
 */
export async function prepareSiteSections(
  read: StoredImport,
  { documents: planned, choices }: Pick<ImportPlan, 'documents' | 'choices'>,
  surroundings: PrepareContext,
  notes: string[],
): Promise<Replacement[]> {
  if (choices.siteSections !== 'replace') return [];
  const isReplaced = new Set(planned.filter(({ action }) => action === 'create').map(({ key }) => key));
  const documents = read.documents.filter(({ key }) => isReplaced.has(key));
  const ids = idsByArchiveId(surroundings.taken);
  const shapes = await surroundings.shapes(documents.flatMap(pictureIdsOfDocument).flatMap(id => ids.get(id) ?? []));
  const pictureHere = (id: string) => {
    const own = ids.get(id) ?? '';
    const shape = shapes.get(own);
    return shape && { ...shape, id: own };
  };
  const ready: Replacement[] = [];
  for (const { key, value } of documents) {
    if (!isSiteSectionKey(key)) {
      const replacement = prepareBusinessSettings(key, value);
      if (replacement) ready.push(replacement);
      continue;
    }
    const parsed = parseArchivedSection<SectionKey>(key, value, pictureHere);
    if ('error' in parsed) continue;
    if (key !== 'privacyPolicy' && key !== 'termsConditions') {
      ready.push(tx => upsertSection<SectionKey>(tx, key, parsed.value));
      continue;
    }
    const legal = parsed.value as SiteSections['privacyPolicy'];
    const markdown = withSitePictures(legal.markdown ?? '', ids);
    const text = await renderImported(markdown, surroundings).catch(withoutComplex);
    if (text) {
      const { html, headings } = text;
      ready.push(tx => upsertSection(tx, key, { ...legal, markdown, html, headings }));
    } else notes.push(`“${legal.title}” was not imported: its text is too complex.`);
  }
  return ready;
}
