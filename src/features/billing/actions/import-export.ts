import type { Db, Transaction } from '#platform/database/database.ts';
import type { DatevSettings } from '../contract/datev.ts';
import { documentEmailKinds, documentLanguages } from '../contract/document-design.ts';
import type { DocumentEmailInput } from '../contract/document-emails.ts';
import { listAllCurrencyRates } from '../queries/currency-rates.ts';
import { deleteDatevSettings, findDatevSettings, saveDatevSettings } from '../queries/datev-settings.ts';
import { deleteAllEmailTexts, listEmailTexts, upsertEmailText } from '../queries/document-emails.ts';
import { getDefaultEmailText } from '../rules/document-emails.ts';
import { findDocumentDesign, getDesignSettings } from './document-design.ts';

/** Returns settings for an export by key, each with whether the owner has changed it. */
export async function exportDocumentSettings(db: Db) {
  const texts = await listEmailTexts(db);
  const documentEmails = documentEmailKinds.flatMap(kind =>
    documentLanguages.flatMap(language => texts.filter(text => text.kind === kind && text.language === language)),
  );
  const datev = await findDatevSettings(db);
  const currencyRates = await listAllCurrencyRates(db);
  return {
    documentDesign: { value: await getDesignSettings(db), isOwn: 'design' in (await findDocumentDesign(db)) },
    documentEmails: { value: documentEmails, isOwn: documentEmails.length > 0 },
    datev: { value: datev, isOwn: datev !== null },
    currencyRates: { value: currencyRates, isOwn: currencyRates.length > 0 },
  };
}

/** Replaces the owner's texts; those that equal the defaults aren't stored. */
export async function importEmailTexts(tx: Transaction, texts: readonly DocumentEmailInput[]): Promise<void> {
  await deleteAllEmailTexts(tx);
  for (const text of texts) {
    const usual = getDefaultEmailText(text.kind, text.language);
    if (text.subject !== usual.subject || text.body !== usual.body) await upsertEmailText(tx, text);
  }
}

export async function importDatevSettings(tx: Transaction, settings: DatevSettings | null): Promise<void> {
  await (settings ? saveDatevSettings(tx, settings) : deleteDatevSettings(tx));
}
