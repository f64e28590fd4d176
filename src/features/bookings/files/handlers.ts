import { implement } from '@orpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sanitizeFileName } from '#features/media/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { defineDocumentUpload, storeDocument } from '#platform/api/document-uploads.ts';
import { toDate } from '#platform/database/dates.ts';
import { createDownloadHeaders } from '#platform/http/download-headers.ts';
import { AppError } from '#shared/errors.ts';
import { authorizeBooking } from '../lifecycle/actions/access.ts';
import { findBookingForUpdate, insertBookingFile, listBookingFiles } from '../lifecycle/queries/bookings.ts';
import { buildBookingFileKey } from '../lifecycle/rules/file-keys.ts';
import { filesContract } from './contract.ts';

const bookings = implement(filesContract).$context<ApiContext>();

/** Limits per booking. */
const MAX_FILES = 20;
const MAX_TOTAL_BYTES = 200 * 1024 * 1024;

export const filesHandlers = bookings.router({
  addFile: bookings.addFile.handler(async ({ context, input: { params, query, body: file } }) => {
    const { booking } = await authorizeBooking(context.db, context, params.booking);
    const body = { booking: booking.id, name: query.name, size: file.size };
    const idempotency = { endpoint: 'bookings.addFile', key: query.idempotencyKey, body };
    return storeDocument(context, idempotency, file, buildBookingFileKey, async (tx, id) => {
      const locked = await findBookingForUpdate(tx, booking.id);
      if (!locked || ['canceled', 'expired', 'no_show'].includes(locked.state)) {
        throw new AppError('CONFLICT', 'You can’t add files to this booking anymore.');
      }
      const existing = await listBookingFiles(tx, booking.id);
      const bytes = existing.reduce((sum, one) => sum + one.sizeBytes, file.size);
      if (existing.length >= MAX_FILES || bytes > MAX_TOTAL_BYTES) {
        throw new AppError('CONFLICT', `You can add up to ${MAX_FILES} files, 200 MB in total.`);
      }
      await insertBookingFile(tx, {
        id,
        bookingId: booking.id,
        name: sanitizeFileName(query.name, 'file'),
        contentType: file.type || 'application/octet-stream',
        sizeBytes: file.size,
        uploadedAt: toDate(context.now()),
      });
    });
  }),
});

/** Registers the routes of booking files, for both parties. */
export function registerBookingFileRoutes(
  app: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<ApiContext>,
): void {
  app.get<{ Params: { booking: string; file: string } }>('/booking/:booking/files/:file', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const context = await contextOf(request);
    const { booking } = await authorizeBooking(context.db, context, request.params.booking);
    const row = (await listBookingFiles(context.db, booking.id)).find(({ id }) => id === request.params.file);
    const file = row && (await context.files.open(buildBookingFileKey(row.id)));
    if (!row || !file) throw new AppError('NOT_FOUND', 'This file doesn’t exist. It may have been removed.');
    return reply.headers(createDownloadHeaders(row.name, file.bytes)).send(file.stream);
  });
}

/** Both parties can upload booking files; a client may have no account. */
export const bookingUploads = [
  defineDocumentUpload(filesContract.addFile, (context, { booking = '' }) =>
    authorizeBooking(context.db, context, booking),
  ),
];
