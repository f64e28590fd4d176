import { parseExportedBillingSettings } from '#features/billing/index.ts';
import { parseExportedOffers, parseExportedTerms } from '#features/pricing/index.ts';
import { readArchivedTestimonials } from '#features/testimonials/index.ts';
import type { SectionKey, SiteSections } from '#features/site/contract/content.ts';
import type { RenderedMarkdown } from '#platform/text/markdown.ts';
import type { Picture } from '#shared/contract.ts';
import { fromArchiveNames } from '../rules/archive-names.ts';
import { withSitePictures } from '../rules/freehold.ts';
import { type ArchivedSiteSection, parseArchivedSection } from '../rules/freehold-site-sections.ts';
import { withoutComplex } from './import-pool.ts';
import { renderImported, type PrepareContext } from './prepare-entries.ts';
import type { PreparedSiteSection } from './insert-freehold-content.ts';

/** Returns the site's version of an archive's picture, by its id in the archive. */
export type PictureHere = (id: string) => Picture | undefined;

/**
 * Prepares site sections: replaces pictures and renders legal texts. Skips invalid ones; `notes` lists texts that are
 * too complex.
 */
export async function prepareSiteSections(
  documents: readonly ArchivedSiteSection[],
  { taken, pictureHere, ...surroundings }: PrepareContext & { pictureHere: PictureHere },
  notes: string[],
): Promise<PreparedSiteSection[]> {
  const ids = new Map([...taken].map(([name, id]) => [name.replaceAll(/^.*\/|\.webp$/g, ''), id]));
  const rendered = async (value: SiteSections['privacyPolicy']) => {
    const markdown = withSitePictures(value.markdown ?? '', ids);
    return { ...value, markdown, ...(await renderImported(markdown, surroundings).then(readable)) };
  };
  const ready: PreparedSiteSection[] = [];
  for (const { key, value } of documents) {
    if (key === 'prices') {
      const prices = parseExportedOffers(fromArchiveNames(key, value));
      if ('value' in prices) ready.push({ key, value: prices.value });
      continue;
    }
    if (key === 'paymentTerms') {
      const terms = parseExportedTerms(fromArchiveNames(key, value));
      if ('value' in terms) ready.push({ key, value: terms.value });
      continue;
    }
    if (key === 'billing') {
      const billing = parseExportedBillingSettings(fromArchiveNames(key, value));
      if ('value' in billing) ready.push({ key, value: billing.value });
      continue;
    }
    if (key === 'clientTestimonials') {
      const said = readArchivedTestimonials(fromArchiveNames(key, value));
      if ('value' in said) ready.push({ key, value: said.value });
      continue;
    }
    const read = parseArchivedSection<SectionKey>(key, value, pictureHere);
    if ('error' in read) continue;
    const isLegal = key === 'privacyPolicy' || key === 'termsConditions';
    if (!isLegal) {
      ready.push({ key, value: read.value });
      continue;
    }
    const legal = read.value as SiteSections['privacyPolicy'];
    const text = await rendered(legal).catch(withoutComplex);
    if (text) ready.push({ key, value: text });
    else notes.push(`“${legal.title}” was not imported: its text is too complex.`);
  }
  return ready;
}

const readable = ({ html, headings }: RenderedMarkdown) => ({ html, headings });
