import { randomBytes } from 'node:crypto';
import { encodeUpload } from '#features/media/actions/pictures.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { AppError } from '#shared/errors.ts';
import {
  deletePaymentProof,
  deleteOrphanedProofs,
  hasPaymentProof,
  insertPaymentProof,
  listExpiredProofs,
  updateProofPayment,
} from '../queries/proofs.ts';

/** Where a proof lies in the file store. No address of the site leads there. */
const fileOf = (id: string) => `proofs/${id}.webp`;

/** On its longer side, in pixels: enough to read a screenshot. */
const LARGEST = 2000;

/**
 * Takes in a picture that shows a transfer, encoded anew; its id. It is shown to whoever has the document's address, and
 * to nobody else. Throws BAD_REQUEST where it is no picture that we take.
 */
export async function createPaymentProof(
  { db, files, now }: Pick<ApiServices, 'db' | 'files' | 'now'>,
  documentId: number,
  file: Blob,
): Promise<string> {
  const { webp } = await encodeUpload(file, { largest: LARGEST });
  const id = randomBytes(16).toString('hex');
  await files.write(fileOf(id), webp);
  await insertPaymentProof(db, { id, documentId, createdAt: new Date(now().epochMilliseconds) });
  return id;
}

/** Puts a proof to its payment. Throws UNPROCESSABLE where it is none of this document, or belongs to another payment. */
export async function attachProofToPayment(
  tx: Transaction,
  { proof, documentId, paymentId }: { readonly proof: string; readonly documentId: number; readonly paymentId: number },
): Promise<void> {
  if (await updateProofPayment(tx, proof, { documentId, paymentId })) return;
  const sentence = 'This picture is not there any more. Choose it again.';
  throw new AppError('UNPROCESSABLE', sentence, { proof: sentence });
}

/** A proof's picture (WebP). Throws NOT_FOUND where the document has none of this id. */
export async function getProofImage(db: Db, files: FileStore, documentId: number, id: string): Promise<Buffer> {
  const bytes = (await hasPaymentProof(db, documentId, id)) ? await files.read(fileOf(id)) : undefined;
  if (!bytes) throw new AppError('NOT_FOUND', 'There is no such picture.');
  return bytes;
}

/** Drops the pictures of payments that were decided on before a time. */
export async function cleanUpExpiredProofs(
  { db, files }: Pick<ApiServices, 'db' | 'files'>,
  before: Date,
): Promise<void> {
  for (const id of await listExpiredProofs(db, before)) {
    // The file first, so that it is tried again where that fails.
    await files.remove(fileOf(id));
    await deletePaymentProof(db, id);
  }
}

/** Drops pictures that came before a time and were never told with a payment. */
export async function cleanUpOrphanedProofs(
  { db, files }: Pick<ApiServices, 'db' | 'files'>,
  before: Date,
): Promise<void> {
  for (const id of await deleteOrphanedProofs(db, before)) await files.remove(fileOf(id));
}
