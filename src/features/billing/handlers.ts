import { implement } from '@orpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiContext } from '#platform/api/context.ts';
import { attachmentNamed, pdfHeaders, UNKEPT } from '#platform/http/download-headers.ts';
import { AppError } from '#shared/errors.ts';
import { readDocumentAt } from './actions/document-urls.ts';
import { getDocumentFile } from './actions/pdf-files.ts';
import { listDocumentsFor, writeDocumentTable } from './actions/list-documents.ts';
import { readDocument, readStanding } from './actions/get-document.ts';
import { readSellingNotes } from './actions/selling.ts';
import { readBillingSettings, saveBillingSettings } from './actions/settings.ts';
import { drawStatement, readStatement } from './actions/statements.ts';
import { listClients } from './queries/account-entries.ts';
import { billingContract } from './contract/index.ts';
import { settlementOf } from './rules/document-balance.ts';
import { titleOf } from './rules/labels.ts';

/** How many clients can be chosen from; anybody else is found by their address. */
const CLIENTS_LISTED = 500;

const billing = implement(billingContract).$context<ApiContext>();

export const billingHandlers = billing.router({
  document: billing.document.handler(({ context, input }) => readDocument(context.db, context, input)),
  list: billing.list.handler(({ context, input }) => listDocumentsFor(context.db, context, input)),
  export: billing.export.handler(({ context, input }) => writeDocumentTable(context.db, context, input)),
  clients: billing.clients.handler(async ({ context }) => ({ items: await listClients(context.db, CLIENTS_LISTED) })),
  statement: billing.statement.handler(({ context, input }) => readStatement(context.db, context, input)),
  statementFile: billing.statementFile.handler(async ({ context, input }) => {
    const { document, pdf } = await drawStatement(context, input);
    const file = `${titleOf(document)}.pdf`;
    return {
      headers: { 'content-disposition': attachmentNamed(file) },
      body: new File([new Uint8Array(pdf)], file, { type: 'application/pdf' }),
    };
  }),
  sellingNotes: billing.sellingNotes.handler(({ context }) => readSellingNotes(context.db, context)),
  settings: billing.settings.handler(({ context }) => readBillingSettings(context.db)),
  saveSettings: billing.saveSettings.handler(({ context, input }) =>
    context.db.transaction(tx => saveBillingSettings(tx, context.now(), input)),
  ),
});

interface FileAddress {
  Params: { number: string; token: string; file: string };
  Querystring: Record<string, unknown>;
}

/** Gives the PDFs of documents to whoever has their address; with `download` in the query to be saved. */
export function registerBusinessDocuments(
  app: FastifyInstance,
  contextOf: (request: FastifyRequest) => ApiContext,
): void {
  app.get<FileAddress>('/document/:number/:token/:file', async (request, reply) => {
    // Set first, so that a refusal is not kept either.
    reply.headers(UNKEPT);
    const { number, token, file } = request.params;
    const context = contextOf(request);
    const document = await readDocumentAt(context.db, context, { number, token });
    if (file !== `${number}.pdf`) throw new AppError('NOT_FOUND', 'There is no such document.');
    const settlement = settlementOf(await readStanding(context.db, context, document));
    const pdf = await getDocumentFile(context, document, settlement);
    return reply.headers(pdfHeaders(titleOf(document), 'download' in request.query)).send(pdf);
  });
}
