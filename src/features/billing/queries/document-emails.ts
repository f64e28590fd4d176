import { and, eq } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { DocumentEmailInput, DocumentEmailKey } from '../contract/document-emails.ts';
import { documentEmailTexts } from '../tables.ts';

export const listEmailTexts = (db: Db): Promise<DocumentEmailInput[]> => db.select().from(documentEmailTexts);

const isText = ({ kind, language }: DocumentEmailKey) =>
  and(eq(documentEmailTexts.kind, kind), eq(documentEmailTexts.language, language));

export async function findEmailText(db: Db, key: DocumentEmailKey): Promise<DocumentEmailInput | undefined> {
  const [row] = await db.select().from(documentEmailTexts).where(isText(key));
  return row;
}

export async function upsertEmailText(tx: Transaction, text: DocumentEmailInput): Promise<void> {
  const { kind, language } = documentEmailTexts;
  await tx
    .insert(documentEmailTexts)
    .values(text)
    .onConflictDoUpdate({ target: [kind, language], set: text });
}

export async function deleteEmailText(tx: Transaction, key: DocumentEmailKey): Promise<void> {
  await tx.delete(documentEmailTexts).where(isText(key));
}

export async function deleteAllEmailTexts(tx: Transaction): Promise<void> {
  await tx.delete(documentEmailTexts);
}
