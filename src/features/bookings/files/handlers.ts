import { implement } from '@orpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { consumeOrderUploadLimit } from '#features/orders/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { UploadEndpoint } from '#platform/feature.ts';
import { createDownloadHeaders } from '#platform/http/download-headers.ts';
import { LARGEST_DOCUMENT } from '#shared/uploads.ts';
import { authorizeBooking } from '../lifecycle/actions/access.ts';
import { addBookingFile, openBookingFile } from './actions.ts';
import { filesContract } from './contract.ts';

const bookings = implement(filesContract).$context<ApiContext>();

export const filesHandlers = bookings.router({
  addFile: bookings.addFile.handler(({ context, input: { params, query, body } }) =>
    addBookingFile(context, params.booking, new File([body], query.name, { type: body.type })),
  ),
});

/** Registers the routes of booking files, for both parties. */
export function registerBookingFileRoutes(
  app: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<ApiContext>,
): void {
  app.get<{ Params: { booking: string; file: string } }>('/booking/:booking/files/:file', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { booking, file: id } = request.params;
    const { row, file } = await openBookingFile(await contextOf(request), booking, id);
    return reply.headers(createDownloadHeaders(row.name, file.bytes)).send(file.stream);
  });
}

/** Both parties can upload booking files; a client may have no account. */
export const bookingUploads: readonly UploadEndpoint[] = [
  {
    endpoint: filesContract.addFile,
    types: ['*'],
    maxBytes: LARGEST_DOCUMENT,
    wrongType: 'Send the file itself.',
    tooLarge: 'This file is larger than 50 MB. Send it in parts, or a link to it.',
    async authorize(contexts, request) {
      const context = await contexts.createForCaller(request);
      await consumeOrderUploadLimit(context);
      const { booking = '' } = request.params as { booking?: string };
      await authorizeBooking(context.db, context, booking);
    },
  },
];
