import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiContext } from '#platform/api/context.ts';
import { createPdfHeaders, createDownloadHeaders, NO_STORE_HEADERS } from '#platform/http/download-headers.ts';
import { authorizeAgreementPdf } from '../actions/agreements.ts';
import { getOrderFile } from '../actions/files.ts';

/** Serves the files of orders to their two sides: saved under their names, and never shown in the site's own. */
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

/** Gives the PDFs of agreements to the two sides of an order; with `download` in the query to be saved. */
export function registerAgreementRoutes(
  app: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<ApiContext>,
): void {
  app.get<AgreementAddress>('/order/:order/agreements/:file', async (request, reply) => {
    // Set first, so that a refusal is not kept either.
    reply.headers(NO_STORE_HEADERS);
    const { order, file } = request.params;
    const [, id] = /^(\d{1,9})\.pdf$/.exec(file) ?? [];
    // Number 0 is no agreement.
    const { title, pdf } = await authorizeAgreementPdf(await contextOf(request), order, Number(id ?? 0));
    return reply.headers(createPdfHeaders(title, 'download' in request.query)).send(pdf);
  });
}
