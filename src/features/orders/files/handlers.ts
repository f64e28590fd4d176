import type { FastifyInstance } from 'fastify';
import { defineDocumentUpload } from '#platform/api/document-uploads.ts';
import type { RouteOptions } from '#platform/feature.ts';
import { createDownloadHeaders } from '#platform/http/download-headers.ts';
import { authorizeOrder } from '../lifecycle/actions/access.ts';
import { getOrderFile } from './actions/files.ts';
import { orderFilesContract } from './contract.ts';

/** Serves the files of orders to both parties, always as downloads, never rendered on the site's origin. */
export function registerOrderFileRoutes(app: FastifyInstance, { contexts }: RouteOptions): void {
  app.get<{ Params: { order: string; file: string } }>('/order/:order/files/:file', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { order, file: id } = request.params;
    // A prefetch does not count as a download: the browser requests the file again on the click.
    const purpose = request.headers['sec-purpose'] ?? request.headers.purpose;
    if (String(purpose).includes('prefetch')) return reply.code(503).send();
    const isDownload = request.method === 'GET';
    const { row, file } = await getOrderFile(await contexts.createForCaller(request), order, id, { isDownload });
    return reply.headers(createDownloadHeaders(row.name, file.bytes)).send(file.stream);
  });
}

/** Both parties upload files to an order; a client may have no account. */
export const orderUploads = [
  defineDocumentUpload(orderFilesContract.addFile, (context, { order = '' }) =>
    authorizeOrder(context.db, context, order),
  ),
];
