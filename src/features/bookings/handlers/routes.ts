import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiContext } from '#platform/api/context.ts';
import { toContentDisposition, createDownloadHeaders, NO_STORE_HEADERS } from '#platform/http/download-headers.ts';
import { AppError } from '#shared/errors.ts';
import { authorizeBooking } from '../actions/access.ts';
import { openBookingFile } from '../actions/files.ts';
import { renderBookingIcs } from '../actions/notifications.ts';

/** Registers the routes of booking files and calendar entries, for both parties. */
export function registerBookingRoutes(
  app: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<ApiContext>,
): void {
  app.get<{ Params: { booking: string; file: string } }>('/booking/:booking/files/:file', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { booking, file: id } = request.params;
    const { row, file } = await openBookingFile(await contextOf(request), booking, id);
    return reply.headers(createDownloadHeaders(row.name, file.bytes)).send(file.stream);
  });
  app.get<{ Params: { booking: string } }>('/booking/:booking/consultation.ics', async (request, reply) => {
    reply.headers(NO_STORE_HEADERS);
    const context = await contextOf(request);
    const { booking } = await authorizeBooking(context.db, context, request.params.booking);
    if (booking.state !== 'confirmed' && booking.state !== 'completed') {
      throw new AppError('NOT_FOUND', 'This consultation is not booked, so there is nothing to enter in a calendar.');
    }
    return reply
      .headers({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': toContentDisposition(`consultation-${booking.id}.ics`),
      })
      .send(await renderBookingIcs(context.db, context, booking, null));
  });
}
