import { randomBytes } from 'node:crypto';
import { sanitizeFileName } from '#features/media/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { AppError } from '#shared/errors.ts';
import { findBookingForUpdate, insertBookingFile, listBookingFiles } from '../lifecycle/queries/bookings.ts';
import { authorizeBooking } from '../lifecycle/actions/access.ts';
import { buildBookingFileKey } from '../lifecycle/rules/file-keys.ts';

/** Limits per booking. */
const MAX_FILES = 20;
const MAX_TOTAL_BYTES = 200 * 1024 * 1024;

type FileContext = Pick<ApiContext, 'db' | 'actor' | 'encryption' | 'now' | 'files'>;

/** Stores a file with a booking, unchanged. Throws CONFLICT if the booking is over or its limits are reached. */
export async function addBookingFile(context: FileContext, reference: string, file: File): Promise<{ id: string }> {
  const { db, files } = context;
  const { booking } = await authorizeBooking(db, context, reference);
  if (file.size === 0) throw new AppError('UNPROCESSABLE', 'This file is empty.', { file: 'This file is empty.' });
  const id = randomBytes(8).toString('hex');
  await files.write(buildBookingFileKey(id), file);
  try {
    await db.transaction(async tx => {
      const locked = await findBookingForUpdate(tx, booking.id);
      if (!locked || ['canceled', 'expired', 'no_show'].includes(locked.state)) {
        throw new AppError('CONFLICT', 'This booking is over; it takes no more files.');
      }
      const before = await listBookingFiles(tx, booking.id);
      const bytes = before.reduce((sum, one) => sum + one.sizeBytes, file.size);
      if (before.length >= MAX_FILES || bytes > MAX_TOTAL_BYTES) {
        throw new AppError('CONFLICT', `A booking keeps at most ${MAX_FILES} files and 200 MB.`);
      }
      await insertBookingFile(tx, {
        id,
        bookingId: booking.id,
        name: sanitizeFileName(file.name, 'file'),
        contentType: file.type || 'application/octet-stream',
        sizeBytes: file.size,
        uploadedAt: new Date(context.now().epochMilliseconds),
      });
    });
  } catch (error) {
    await files.remove(buildBookingFileKey(id));
    throw error;
  }
  return { id };
}

/** Returns a file of a booking with its content. Throws NOT_FOUND. */
export async function openBookingFile(context: FileContext, reference: string, id: string) {
  const { booking } = await authorizeBooking(context.db, context, reference);
  const row = (await listBookingFiles(context.db, booking.id)).find(one => one.id === id);
  const file = row && (await context.files.open(buildBookingFileKey(id)));
  if (!row || !file) throw new AppError('NOT_FOUND', 'This file doesn’t exist. It may have been removed.');
  return { row, file };
}
