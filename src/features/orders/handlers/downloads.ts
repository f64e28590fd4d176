import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiContext } from '#platform/api/context.ts';
import { createPdfHeaders, createDownloadHeaders, NO_STORE_HEADERS } from '#platform/http/download-headers.ts';
import { authorizeAgreementPdf } from '../actions/agreements.ts';
import { getOrderFile } from '../actions/files.ts';

/** Serves the files of orders to both parties, always as downloads, never rendered on the site's origin. */
export function registerOrderFileRoutes(
  app: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<ApiContext>,
): void {
  app.get<{ Params: { order: string; file: string } }>('/order/:order/files/:file', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { order, file: id } = request.params;
    // A prefetch does not count as a download: the browser requests the file again on the click.
    const purpose = request.headers['sec-purpose'] ?? request.headers.purpose;
    if (String(purpose).includes('prefetch')) return reply.code(503).send();
    const isDownload = request.method === 'GET';
    const { row, file } = await getOrderFile(await contextOf(request), order, id, { isDownload });
    return reply.headers(createDownloadHeaders(row.name, file.bytes)).send(file.stream);
  });
}

interface AgreementAddress {
  Params: { order: string; file: string };
  Querystring: Record<string, unknown>;
}

/** Serves the PDFs of agreements to both parties; `download` in the query forces saving. */
export function registerAgreementRoutes(
  app: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<ApiContext>,
): void {
  app.get<AgreementAddress>('/order/:order/agreements/:file', async (request, reply) => {
    // Set first, so that errors aren't cached either.
    reply.headers(NO_STORE_HEADERS);
    const { order, file } = request.params;
    const [, id] = /^(\d{1,9})\.pdf$/.exec(file) ?? [];
    // ID 0 never exists.
    const { title, pdf } = await authorizeAgreementPdf(await contextOf(request), order, Number(id ?? 0));
    return reply.headers(createPdfHeaders(title, 'download' in request.query)).send(pdf);
  });
}
