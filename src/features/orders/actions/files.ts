import { randomBytes } from 'node:crypto';
import { removeQueue } from '#features/media/actions/queues.ts';
import { cleanFileName } from '#features/media/rules.ts';
import { issuingNow, type IssuingServices } from '#features/billing/actions/issue-document.ts';
import { findTimeZone } from '#features/site/queries.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { placeOfProjectFile } from '#features/projects/actions/files.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { StoredFile } from '#platform/files/file-store.ts';
import { AppError } from '#shared/errors.ts';
import type { FilePurpose } from '../contract/life.ts';
import { deleteFile, type FileRow, findFile, getRoomTaken, insertFile, listBoughtFiles } from '../queries/files.ts';
import { findOrderLocked, insertEvent, listContentItems, updateContentItem } from '../queries/orders.ts';
import { firstDownload } from '../rules/history.ts';
import { endStates } from '../rules/moves.ts';
import { inWords, readFacts } from './moving.ts';
import { type OrderFacts, standingAt } from '../rules/standing.ts';
import { type OpenOrder, openOrder } from './access.ts';
import { advanceOrder } from './following.ts';
import { isLocked } from './reading.ts';

/** How much one side of an order may keep in it. */
export const MOST_FILES = 100;
export const MOST_BYTES = 1024 * 1024 * 1024;

/** Where a file lies in the store. */
export const placeOf = (id: string) => `orders/${id}`;

const noSuchFile = () => new AppError('NOT_FOUND', 'There is no such file. It may have been removed.');

type FileContext = Pick<ApiContext, 'db' | 'actor' | 'now' | 'files' | keyof IssuingServices>;

/**
 * Keeps a file with an order, byte for byte: with the brief, as an item of content (which is supplied with it), or as what is
 * delivered, which only the owner does. Throws CONFLICT where the order is over or has no room for it.
 */
export async function addFile(
  context: FileContext,
  reference: string,
  { purpose, item, file }: { readonly purpose: FilePurpose; readonly item: number | null; readonly file: File },
): Promise<{ id: string }> {
  const { db, files } = context;
  const { order, side } = await openOrder(db, context, reference);
  if (purpose === 'deliverable' && side !== 'owner') {
    throw new AppError('FORBIDDEN', 'What is delivered comes from the other side.');
  }
  if (file.size === 0) throw new AppError('UNPROCESSABLE', 'This file is empty.', { file: 'This file is empty.' });
  const id = randomBytes(8).toString('hex');
  await files.write(placeOf(id), file);
  try {
    await db.transaction(async tx => {
      const locked = await findOrderLocked(tx, order.id);
      if (!locked || (endStates.has(locked.state) && locked.state !== 'closed')) {
        throw new AppError('CONFLICT', 'This order is over; it takes no more files.');
      }
      const taken = await getRoomTaken(tx, order.id, side);
      if (taken.files >= MOST_FILES || taken.bytes + file.size > MOST_BYTES) {
        throw new AppError('CONFLICT', `An order keeps at most ${MOST_FILES} files and 1 GB from each side.`);
      }
      if (purpose === 'content' && !(await listContentItems(tx, order.id)).some(({ position }) => position === item)) {
        throw new AppError('NOT_FOUND', 'There is no such item of content.');
      }
      const sentAt = new Date(context.now().epochMilliseconds);
      const name = cleanFileName(file.name, 'file');
      await insertFile(tx, {
        id,
        orderId: order.id,
        purpose,
        item: purpose === 'content' ? item : null,
        name,
        mediaType: file.type || 'application/octet-stream',
        bytes: file.size,
        sender: side,
        sentAt,
      });
      if (purpose !== 'content' || item === null) return;
      await updateContentItem(tx, order.id, item, sentAt);
      await advanceOrder(tx, await issuingNow(tx, context), order.id);
    });
  } catch (error) {
    await files.remove(placeOf(id));
    throw error;
  }
  return { id };
}

/** Marks an item of content as supplied, however it came: by mail, by a link, on paper. Then work may start (term 9). */
export async function supplyContent(
  tx: Transaction,
  context: FileContext,
  { orderId, position }: { readonly orderId: number; readonly position: number },
): Promise<void> {
  await findOrderLocked(tx, orderId);
  const at = new Date(context.now().epochMilliseconds);
  if (!(await updateContentItem(tx, orderId, position, at))) {
    throw new AppError('CONFLICT', 'This is marked as supplied already.');
  }
  await advanceOrder(tx, await issuingNow(tx, context), orderId);
}

/**
 * Opens a file for download. Throws NOT_FOUND, and CONFLICT while a term locks it for the client (term 12). With
 * `isDownload`, the client's first download of a purchase is recorded before the first byte is sent (term 7).
 */
export async function openFile(
  context: FileContext,
  reference: string,
  id: string,
  { isDownload }: { readonly isDownload: boolean },
): Promise<{ row: Pick<FileRow, 'name'>; file: StoredFile }> {
  const { db, files } = context;
  const open = await openOrder(db, context, reference);
  const { order } = open;
  const own = await findFile(db, order.id, id);
  const row = own ?? (await listBoughtFiles(db, order)).find(file => file.id === id);
  if (!row) throw noSuchFile();
  await checkOpen(db, context, open, row);
  const file = await files.open(own ? placeOf(id) : placeOfProjectFile(id));
  if (!file) throw noSuchFile();
  const isPurchase = order.kind === 'project' && row.purpose === 'deliverable';
  if (!isDownload || !isPurchase || open.side !== 'client') return { row, file };
  try {
    await db.transaction(tx => recordDownload(tx, context, open, row));
  } catch (error) {
    file.stream.destroy();
    throw error;
  }
  return { row, file };
}

/** Throws CONFLICT while a payment term locks a file for the viewer. */
async function checkOpen(
  db: Db,
  { now }: Pick<FileContext, 'now'>,
  { order, side }: OpenOrder,
  file: Pick<FileRow, 'purpose'>,
): Promise<OrderFacts> {
  const facts = await readFacts(db, order, (await findTimeZone(db)) ?? 'UTC');
  const standing = standingAt(now(), facts);
  if (isLocked(file, side, standing) && standing.lock) throw new AppError('CONFLICT', inWords(standing.lock));
  return facts;
}

/** Records the first download under the order's lock, so a refund at the same moment comes first or is refused. */
async function recordDownload(
  tx: Transaction,
  context: FileContext,
  open: OpenOrder,
  file: Pick<FileRow, 'purpose'>,
): Promise<void> {
  const order = await findOrderLocked(tx, open.order.id);
  if (!order) throw noSuchFile();
  const { history } = await checkOpen(tx, context, { ...open, order }, file);
  if (firstDownload(history)) return;
  const at = new Date(context.now().epochMilliseconds);
  await insertEvent(tx, { orderId: order.id, what: 'downloaded', actor: 'client', actorId: open.actorId, at });
}

/** Removes a file that one sent oneself; what was supplied stays supplied. Throws NOT_FOUND for the other side's. */
export async function removeFile(
  tx: Transaction,
  context: Pick<ApiContext, 'actor' | 'sealer' | 'jobs'>,
  reference: string,
  id: string,
): Promise<number> {
  const { order, side } = await openOrder(tx, context, reference);
  const row = await findFile(tx, order.id, id);
  if (!row || row.sender !== side || !(await deleteFile(tx, order.id, id))) throw noSuchFile();
  await context.jobs.enqueue(tx, removeQueue, { files: [placeOf(id)] });
  return order.id;
}
