import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiContext } from '#platform/api/context.ts';
import { attachmentNamed } from '#platform/http/attachments.ts';
import { openFile } from '../actions/files.ts';

/** Serves the files of orders to their two sides: saved under their names, and never shown in the site's own. */
export function registerOrderFiles(
  app: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<ApiContext>,
): void {
  app.get<{ Params: { order: string; file: string } }>('/order/:order/files/:file', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { order, file: id } = request.params;
    const { row, file } = await openFile(await contextOf(request), order, id);
    return reply
      .headers({
        'content-type': 'application/octet-stream',
        'content-length': String(file.bytes),
        'content-disposition': attachmentNamed(row.name),
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
      })
      .send(file.stream);
  });
}
