import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { documentEmailKinds, documentLanguages } from '../contract/document-design.ts';
import type { DocumentEmailInput, DocumentEmailKey, DocumentEmailList } from '../contract/document-emails.ts';
import { deleteEmailText, findEmailText, listEmailTexts, upsertEmailText } from '../queries/document-emails.ts';
import {
  type FilledEmailText,
  fillPlaceholders,
  findPlaceholderProblem,
  getDefaultEmailText,
  getEmailLabels,
  type Placeholder,
} from '../rules/document-emails.ts';

/** Lists the texts in use of all emails and languages. */
export async function listDocumentEmails(db: Db): Promise<DocumentEmailList> {
  const own = await listEmailTexts(db);
  const items = documentEmailKinds.flatMap(kind =>
    documentLanguages.map(language => {
      const custom = own.find(text => text.kind === kind && text.language === language);
      const { subject, body } = custom ?? getDefaultEmailText(kind, language);
      return { kind, language, subject, body, isCustom: custom !== undefined };
    }),
  );
  return { items };
}

/** Saves a text; one that equals the default isn't stored. Throws BAD_REQUEST for an unknown placeholder. */
export async function updateDocumentEmail(
  tx: Transaction,
  _context: unknown,
  text: DocumentEmailInput,
): Promise<DocumentEmailList> {
  const { kind, language } = text;
  for (const name of ['subject', 'body'] as const) {
    const problem = findPlaceholderProblem(text[name], kind);
    if (problem !== undefined) throw new AppError('BAD_REQUEST', problem, { [name]: problem });
  }
  const usual = getDefaultEmailText(kind, language);
  if (text.subject === usual.subject && text.body === usual.body) await deleteEmailText(tx, { kind, language });
  else await upsertEmailText(tx, text);
  return listDocumentEmails(tx);
}

/** Restores the default text. */
export async function resetDocumentEmail(
  tx: Transaction,
  _context: unknown,
  key: DocumentEmailKey,
): Promise<DocumentEmailList> {
  await deleteEmailText(tx, key);
  return listDocumentEmails(tx);
}

/**
 * Returns the text of an email: the owner's, or the default in another language; undefined for the default in English,
 * which is in the email's template.
 */
export async function findFilledEmailText(
  db: Db,
  key: DocumentEmailKey,
  values: Readonly<Partial<Record<Placeholder, string>>>,
): Promise<FilledEmailText | undefined> {
  const { kind, language } = key;
  const own = await findEmailText(db, key);
  if (!own && language === 'en') return undefined;
  const { subject, body } = own ?? getDefaultEmailText(kind, language);
  const labels = getEmailLabels(language);
  const fill = (text: string) => fillPlaceholders(text, values, language);
  return { language, labels, subject: fill(subject), body: fill(body) };
}
