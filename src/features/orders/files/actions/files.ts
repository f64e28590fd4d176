import { deleteFilesQueue, sanitizeFileName } from '#features/media/index.ts';
import { createIssueContext, type IssueContext } from '#features/billing/index.ts';
import { getTimeZone } from '#features/site/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { buildProjectFileKey } from '#features/projects/index.ts';
import { storeDocument } from '#platform/api/document-uploads.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import type { StoredFile } from '#platform/files/file-store.ts';
import { AppError } from '#shared/errors.ts';
import type { FilePurpose } from '../../lifecycle/contract/enums.ts';
import {
  deleteOrderFileRow,
  type OrderFileRow,
  findOrderFile,
  getFileKey,
  getStorageUsage,
  insertOrderFile,
  listBoughtFiles,
} from '../../lifecycle/queries/files.ts';
import {
  findOrderForUpdate,
  insertOrderEvent,
  listContentItems,
  updateContentItemSupplied,
} from '../../lifecycle/queries/orders.ts';
import { findFirstDownload } from '../../lifecycle/rules/events.ts';
import { finalStatuses } from '../../lifecycle/rules/transitions.ts';
import { formatReason, getOrderSnapshot } from '../../lifecycle/actions/record-transition.ts';
import { type OrderSnapshot, getOrderSummary, isDownloadBlocked } from '../../lifecycle/rules/summary.ts';
import { type OrderAccess, authorizeOrder } from '../../lifecycle/actions/access.ts';
import { runAutomaticTransitions } from '../../lifecycle/actions/transition-order.ts';

/** Limits per party and order. */
export const MAX_ORDER_FILES = 100;
export const MAX_ORDER_BYTES = 1024 * 1024 * 1024;

const noSuchFile = () => new AppError('NOT_FOUND', 'This file doesn’t exist. It may have been deleted.');

interface FileUpload {
  readonly purpose: FilePurpose;
  readonly contentItem?: number | undefined;
  readonly idempotencyKey?: string | undefined;
}

/**
 * Stores a file of an order, once per idempotency key: for the brief, for a content item (which it marks as supplied), or
 * as a deliverable, which only the owner may add. Throws CONFLICT if the order has ended or its limits are reached.
 */
export async function createOrderFile(
  context: ApiContext,
  reference: string,
  { purpose, contentItem: item, idempotencyKey: key }: FileUpload,
  file: File,
) {
  const { order, party } = await authorizeOrder(context.db, context, reference);
  if (purpose === 'deliverable' && party !== 'owner') {
    throw new AppError('FORBIDDEN', 'Only the owner can upload deliverables.');
  }
  const body = { order: order.id, purpose, item, name: file.name, size: file.size };
  const idempotency = { endpoint: 'orders.addFile', key, body };
  return storeDocument(context, idempotency, file, getFileKey, async (tx, id) => {
    const locked = await findOrderForUpdate(tx, order.id);
    if (!locked || (finalStatuses.has(locked.status) && locked.status !== 'closed')) {
      throw new AppError('CONFLICT', 'This order has ended, so you can’t add files to it.');
    }
    const usage = await getStorageUsage(tx, order.id, party);
    if (usage.files >= MAX_ORDER_FILES || usage.bytes + file.size > MAX_ORDER_BYTES) {
      throw new AppError(
        'CONFLICT',
        `You can add up to ${MAX_ORDER_FILES} files and 1 GB to an order. Delete some of your files first.`,
      );
    }
    if (purpose === 'content' && !(await listContentItems(tx, order.id)).some(({ position }) => position === item)) {
      throw new AppError('NOT_FOUND', 'This checklist item doesn’t exist. Reload the page and choose another one.');
    }
    const uploadedAt = toDate(context.now());
    const name = sanitizeFileName(file.name, 'file');
    await insertOrderFile(tx, {
      id,
      orderId: order.id,
      purpose,
      contentItemPosition: purpose === 'content' ? (item ?? null) : null,
      name,
      mediaType: file.type || 'application/octet-stream',
      sizeBytes: file.size,
      uploadedBy: party,
      uploadedAt,
    });
    if (purpose !== 'content' || item === undefined) return;
    await updateContentItemSupplied(tx, order.id, item, uploadedAt);
    await runAutomaticTransitions(tx, await createIssueContext(tx, context), order.id);
  });
}

/**
 * Marks a content item as supplied, also if it arrived by email, as a link or on paper. Then work may start (term 9).
 */
export async function markContentSupplied(
  tx: Transaction,
  issuing: IssueContext,
  { orderId, position }: { readonly orderId: number; readonly position: number },
): Promise<void> {
  await findOrderForUpdate(tx, orderId);
  if (!(await updateContentItemSupplied(tx, orderId, position, toDate(issuing.now)))) {
    throw new AppError('CONFLICT', 'This item is already marked as received.');
  }
  await runAutomaticTransitions(tx, issuing, orderId);
}

/**
 * Opens a file for download. Throws NOT_FOUND, and CONFLICT while a term locks it for the client (term 12). With
 * `isDownload`, the client's first download of a purchase is recorded before the first byte is sent (term 7).
 */
export async function getOrderFile(
  context: ApiContext,
  reference: string,
  id: string,
  { isDownload }: { readonly isDownload: boolean },
): Promise<{ row: Pick<OrderFileRow, 'name'>; file: StoredFile }> {
  const { db, files } = context;
  const access = await authorizeOrder(db, context, reference);
  const { order } = access;
  const orderFile = await findOrderFile(db, order.id, id);
  const row = orderFile ?? (await listBoughtFiles(db, order)).find(file => file.id === id);
  if (!row) throw noSuchFile();
  await assertNotLocked(db, context, access, row);
  const file = await files.open(orderFile ? getFileKey(id) : buildProjectFileKey(id));
  if (!file) throw noSuchFile();
  const isPurchase = order.kind === 'project' && row.purpose === 'deliverable';
  if (!isDownload || !isPurchase || access.party !== 'client') return { row, file };
  try {
    await db.transaction(tx => recordDownload(tx, context, access, row));
  } catch (error) {
    file.stream.destroy();
    throw error;
  }
  return { row, file };
}

/** Throws CONFLICT while a payment term locks a file for the viewer. */
async function assertNotLocked(
  db: Db,
  { now }: Pick<ApiContext, 'now'>,
  { order, party }: OrderAccess,
  file: Pick<OrderFileRow, 'purpose'>,
): Promise<OrderSnapshot> {
  const facts = await getOrderSnapshot(db, order, await getTimeZone(db));
  const summary = getOrderSummary(now(), facts);
  if (isDownloadBlocked(file, party, summary) && summary.downloadBlockedReason)
    throw new AppError('CONFLICT', formatReason(summary.downloadBlockedReason));
  return facts;
}

/** Records the first download under the order's lock, so a refund at the same moment comes first or is refused. */
async function recordDownload(
  tx: Transaction,
  context: ApiContext,
  access: OrderAccess,
  file: Pick<OrderFileRow, 'purpose'>,
): Promise<void> {
  const order = await findOrderForUpdate(tx, access.order.id);
  if (!order) throw noSuchFile();
  const { history } = await assertNotLocked(tx, context, { ...access, order }, file);
  if (findFirstDownload(history)) return;
  const event = { orderId: order.id, type: 'downloaded', actor: 'client', actorId: access.actorId } as const;
  await insertOrderEvent(tx, { now: context.now() }, event);
}

/**
 * Deletes a file that the caller sent; its content item stays supplied. Throws NOT_FOUND for the other party's files.
 */
export async function deleteOrderFile(
  tx: Transaction,
  context: ApiContext,
  { order: reference, file: id }: { readonly order: string; readonly file: string },
) {
  const { order, party } = await authorizeOrder(tx, context, reference);
  const row = await findOrderFile(tx, order.id, id);
  if (!row || row.uploadedBy !== party || !(await deleteOrderFileRow(tx, order.id, id))) throw noSuchFile();
  await context.jobs.enqueue(tx, deleteFilesQueue, { files: [getFileKey(id)] });
  return { number: order.id };
}
