import { randomBytes } from 'node:crypto';
import { encodeUpload } from '#features/media/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { AppError } from '#shared/errors.ts';
import { PROOF_RETENTION_DAYS } from '../contract/limits.ts';
import {
  deleteOrphanedProofs,
  deletePaymentProof,
  hasPaymentProof,
  insertPaymentProof,
  listExpiredProofs,
  updateProofPayment,
} from '../queries/proofs.ts';

/** The file store key of a proof; not a public URL. */
const getFileKey = (id: string) => `proofs/${id}.webp`;

/** Longer side in pixels: enough to read a screenshot. */
const MAX_SIDE = 2000;

/**
 * Re-encodes and stores a picture of a transfer and returns its id. Only holders of the document's address can see it.
 * Throws BAD_REQUEST for an unsupported picture.
 */
export async function createPaymentProof(
  { db, files, now }: Pick<ApiServices, 'db' | 'files' | 'now'>,
  billingDocumentId: number,
  file: Blob,
): Promise<string> {
  const { webp } = await encodeUpload(file, { largest: MAX_SIDE });
  const id = randomBytes(16).toString('hex');
  await files.write(getFileKey(id), webp);
  await insertPaymentProof(db, { id, billingDocumentId, createdAt: toDate(now()) });
  return id;
}

/**
 * Attaches a proof to its payment. Throws UNPROCESSABLE if it is not of this document or belongs to another payment.
 */
export async function attachProofToPayment(
  tx: Transaction,
  { proof, documentId, paymentId }: { readonly proof: string; readonly documentId: number; readonly paymentId: number },
): Promise<void> {
  if (await updateProofPayment(tx, proof, documentId, paymentId)) return;
  const message = 'This image is no longer available. Choose it again.';
  throw new AppError('UNPROCESSABLE', message, { proofId: message });
}

/** Returns a proof's picture (WebP). Throws NOT_FOUND if no payment of the document has a proof with this id. */
export async function getProofImage(db: Db, files: FileStore, documentId: number, id: string): Promise<Buffer> {
  const bytes = (await hasPaymentProof(db, documentId, id)) ? await files.read(getFileKey(id)) : undefined;
  if (!bytes) throw new AppError('NOT_FOUND', 'This image doesn’t exist.');
  return bytes;
}

/**
 * Deletes proofs that weren't attached to a payment within a day, and those of settled payments past retention.
 */
export async function cleanUpProofs({ db, files, now }: Pick<ApiServices, 'db' | 'files' | 'now'>): Promise<void> {
  const daysAgo = (days: number) => new Date(now().subtract({ hours: 24 * days }).epochMilliseconds);
  for (const { id } of await deleteOrphanedProofs(db, daysAgo(1))) await files.remove(getFileKey(id));
  for (const { id } of await listExpiredProofs(db, daysAgo(PROOF_RETENTION_DAYS))) {
    // Delete the file first, so a failure is retried.
    await files.remove(getFileKey(id));
    await deletePaymentProof(db, id);
  }
}
