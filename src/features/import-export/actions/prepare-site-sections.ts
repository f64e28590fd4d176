import { readArchivedBilling } from '#features/billing/rules/import-export.ts';
import { readArchivedPrices, readArchivedTerms } from '#features/pricing/rules/import-export.ts';
import { readArchivedTestimonials } from '#features/orders/rules/archived-testimonials.ts';
import type { DocumentKey, SiteContent } from '#features/site/contract/content.ts';
import type { RenderedText } from '#platform/text/markdown.ts';
import type { Picture } from '#shared/contract.ts';
import { withSitePictures } from '../rules/freehold.ts';
import { type ArchivedDocument, readArchivedDocument } from '../rules/freehold-site-sections.ts';
import { withoutComplex } from './import-pool.ts';
import { renderImported, type Surroundings } from './prepare-entries.ts';
import type { ReadyDocument } from './insert-freehold-content.ts';

/** The picture of an archive that has this id there, as the site has it. */
export type PictureHere = (id: string) => Picture | undefined;

/** Makes documents ready: pictures named, legal texts rendered. Those that do not fit any more are left out; `notes` names texts that are too complex. */
export async function readyDocuments(
  documents: readonly ArchivedDocument[],
  { taken, pictureHere, ...surroundings }: Surroundings & { pictureHere: PictureHere },
  notes: string[],
): Promise<ReadyDocument[]> {
  const ids = new Map([...taken].map(([name, id]) => [name.replaceAll(/^.*\/|\.webp$/g, ''), id]));
  const rendered = async (value: SiteContent['privacyPolicy']) => {
    const markdown = withSitePictures(value.markdown ?? '', ids);
    return { ...value, markdown, ...(await renderImported(markdown, surroundings).then(readable)) };
  };
  const ready: ReadyDocument[] = [];
  for (const { key, value } of documents) {
    if (key === 'prices') {
      const prices = readArchivedPrices(value);
      if ('value' in prices) ready.push({ key, value: prices.value });
      continue;
    }
    if (key === 'paymentTerms') {
      const terms = readArchivedTerms(value);
      if ('value' in terms) ready.push({ key, value: terms.value });
      continue;
    }
    if (key === 'billing') {
      const billing = readArchivedBilling(value);
      if ('value' in billing) ready.push({ key, value: billing.value });
      continue;
    }
    if (key === 'clientTestimonials') {
      const said = readArchivedTestimonials(value);
      if ('value' in said) ready.push({ key, value: said.value });
      continue;
    }
    const read = readArchivedDocument<DocumentKey>(key, value, pictureHere);
    if ('wrong' in read) continue;
    const isLegal = key === 'privacyPolicy' || key === 'termsConditions';
    if (!isLegal) {
      ready.push({ key, value: read.value });
      continue;
    }
    const legal = read.value as SiteContent['privacyPolicy'];
    const text = await rendered(legal).catch(withoutComplex);
    if (text) ready.push({ key, value: text });
    else notes.push(`“${legal.title}” was not imported: its text is too complex.`);
  }
  return ready;
}

const readable = ({ html, headings }: RenderedText) => ({ html, headings });
