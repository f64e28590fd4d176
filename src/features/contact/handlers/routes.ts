import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkAccess } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { sentenceFor } from '#platform/api/errors.ts';
import { savedHeaders, UNKEPT } from '#platform/http/download-headers.ts';
import { AppError } from '#shared/errors.ts';
import { openFile } from '../actions/files.ts';
import { contactHandlers } from './handlers.ts';

/** Serves the files that came with messages to the owner: saved under their names, and never shown in the site's own. */
export function registerContactFiles(
  app: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<ApiContext>,
): void {
  app.get<{ Params: { id: string } }>('/dashboard/inbox/:id/file', async (request, reply) => {
    reply.headers(UNKEPT);
    const context = await contextOf(request);
    checkAccess(context.actor, contactHandlers.message);
    if (!/^\d{1,9}$/.test(request.params.id)) throw new AppError('NOT_FOUND', sentenceFor('NOT_FOUND'));
    const { name, file } = await openFile(context, Number(request.params.id));
    return reply.headers(savedHeaders(name, file.bytes)).send(file.stream);
  });
}
