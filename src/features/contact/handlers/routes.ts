import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authorize } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { getDefaultMessage } from '#platform/api/errors.ts';
import { createDownloadHeaders, NO_STORE_HEADERS } from '#platform/http/download-headers.ts';
import { AppError } from '#shared/errors.ts';
import { openMessageFile } from '../actions/files.ts';
import { contactHandlers } from './handlers.ts';

/** Serves the files of messages to the owner, always as downloads and never inline. */
export function registerContactRoutes(
  app: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<ApiContext>,
): void {
  app.get<{ Params: { id: string } }>('/dashboard/inbox/:id/file', async (request, reply) => {
    reply.headers(NO_STORE_HEADERS);
    const context = await contextOf(request);
    authorize(context.actor, contactHandlers.getMessage);
    if (!/^\d{1,9}$/.test(request.params.id)) throw new AppError('NOT_FOUND', getDefaultMessage('NOT_FOUND'));
    const { name, file } = await openMessageFile(context, Number(request.params.id));
    return reply.headers(createDownloadHeaders(name, file.bytes)).send(file.stream);
  });
}
