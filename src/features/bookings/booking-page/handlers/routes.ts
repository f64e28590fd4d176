import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiContext } from '#platform/api/context.ts';
import { NO_STORE_HEADERS, toContentDisposition } from '#platform/http/download-headers.ts';
import { AppError } from '#shared/errors.ts';
import { authorizeBooking } from '../../lifecycle/actions/access.ts';
import { renderBookingIcs } from '../../lifecycle/actions/notifications.ts';

/** Registers the route of a booking's calendar entry, for both parties. */
export function registerCalendarEntryRoute(
  app: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<ApiContext>,
): void {
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
