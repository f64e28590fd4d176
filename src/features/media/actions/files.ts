import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { FileStore, StoredFile } from '#platform/files/file-store.ts';
import { AppError } from '#shared/errors.ts';
import type { DocumentKind } from '#shared/uploads.ts';
import { pageOf } from '#shared/lists.ts';
import type { Document, DocumentQuery } from '../contract.ts';
import {
  countDocuments,
  deleteDocument,
  findDocument,
  insertDocument,
  listDocuments,
  listDocumentsOf,
} from '../queries/files.ts';
import { cleanFileName, DOCUMENT_SIGNATURE, documentKind } from '../rules.ts';
import { checkRoom } from './media-library.ts';
import { makeFileId } from './pictures.ts';
import { removeQueue } from './queues.ts';

const endings: Readonly<Record<DocumentKind, string>> = { 'application/pdf': 'pdf', 'application/zip': 'zip' };

/** Where a document lies in the store: under its id, whatever it is called. */
const fileOf = ({ id, type }: Pick<Document, 'id' | 'type'>) => `documents/${id}.${endings[type]}`;

const noSuchDocument = () => new AppError('NOT_FOUND', 'There is no such document. It may have been deleted.');

/** One page of the documents, and how many there are. */
export async function listDocumentsFor(db: Db, context: Pick<ApiContext, 'actor'>, query: DocumentQuery) {
  const viewer = signedInActor(context);
  const [items, total] = await Promise.all([listDocuments(db, viewer, query), countDocuments(db, viewer)]);
  return pageOf(query, items, total);
}

/**
 * Takes an uploaded PDF or ZIP in, byte for byte, without opening it: the site itself never shows it. Throws BAD_REQUEST
 * when it is neither, and CONFLICT when there is no room for it; nothing is kept then.
 */
export async function addDocument(context: ApiContext, file: File): Promise<Document> {
  const { db, files } = context;
  const { userId } = signedInActor(context);
  const type = documentKind(await file.slice(0, DOCUMENT_SIGNATURE).bytes());
  if (!type) {
    const sentence = 'This is no document of a kind that we take. Choose a PDF or a ZIP.';
    throw new AppError('BAD_REQUEST', sentence, { document: sentence });
  }
  await checkRoom({ before: db }, context, file.size);
  const id = makeFileId();
  const name = cleanFileName(file.name, `document.${endings[type]}`);
  try {
    await files.write(fileOf({ id, type }), file);
    await db.transaction(async tx => {
      await checkRoom({ within: tx }, context, file.size);
      await insertDocument(tx, { id, ownerId: userId, name, type, bytes: file.size });
    });
  } catch (error) {
    await files.remove(fileOf({ id, type }));
    throw error;
  }
  const document = await findDocument(db, signedInActor(context), id);
  if (!document) throw noSuchDocument();
  return document;
}

/** A document with its file. Throws NOT_FOUND, also for somebody else's. */
export async function openDocument(
  db: Db,
  files: FileStore,
  context: Pick<ApiContext, 'actor'>,
  id: string,
): Promise<{ document: Document; file: StoredFile }> {
  const document = await findDocument(db, signedInActor(context), id);
  const file = document && (await files.open(fileOf(document)));
  if (!file) throw noSuchDocument();
  return { document, file };
}

/** Deletes a document; its file goes once the transaction is through. Throws NOT_FOUND. */
export async function removeDocument(
  tx: Transaction,
  context: Pick<ApiContext, 'actor' | 'jobs'>,
  id: string,
): Promise<void> {
  const document = await findDocument(tx, signedInActor(context), id);
  if (!document || !(await deleteDocument(tx, id))) throw noSuchDocument();
  await context.jobs.enqueue(tx, removeQueue, { files: [fileOf(document)] });
}

/** Deletes all of somebody's documents. */
export async function removeDocumentsOf(
  tx: Transaction,
  { jobs }: Pick<ApiContext, 'jobs'>,
  userId: string,
): Promise<void> {
  const documents = await listDocumentsOf(tx, userId);
  for (const { id } of documents) await deleteDocument(tx, id);
  if (documents.length > 0) await jobs.enqueue(tx, removeQueue, { files: documents.map(fileOf) });
}
