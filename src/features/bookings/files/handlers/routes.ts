import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiContext } from '#platform/api/context.ts';
import { createDownloadHeaders } from '#platform/http/download-headers.ts';
import { openBookingFile } from '../actions.ts';

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
