import type { FastifyInstance } from 'fastify';
import type { RouteOptions } from '#platform/feature.ts';
import { createPdfHeaders, NO_STORE_HEADERS } from '#platform/http/download-headers.ts';
import { authorizeAgreementPdf } from './actions/agreements.ts';

interface AgreementRoute {
  Params: { order: string; file: string };
  Querystring: Record<string, unknown>;
}

/** Serves the PDFs of agreements to both parties; `download` in the query forces saving. */
export function registerAgreementRoutes(app: FastifyInstance, { contexts }: RouteOptions): void {
  app.get<AgreementRoute>('/order/:order/agreements/:file', async (request, reply) => {
    // Set first, so errors aren't cached either.
    reply.headers(NO_STORE_HEADERS);
    const { order, file } = request.params;
    const [, id] = /^(\d{1,9})\.pdf$/.exec(file) ?? [];
    // ID 0 never exists.
    const context = await contexts.createForCaller(request);
    const { title, pdf } = await authorizeAgreementPdf(context, order, Number(id ?? 0));
    return reply.headers(createPdfHeaders(title, 'download' in request.query)).send(pdf);
  });
}
