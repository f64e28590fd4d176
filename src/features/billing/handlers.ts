import { implement } from '@orpc/server';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { renderSVG } from 'uqr';
import type { ApiContext } from '#platform/api/context.ts';
import { requireRole } from '#platform/api/access.ts';
import { inTransaction } from '#platform/api/in-transaction.ts';
import type { RouteOptions } from '#platform/feature.ts';
import {
  toContentDisposition,
  createDownloadHeaders,
  createPdfHeaders,
  NO_STORE_HEADERS,
} from '#platform/http/download-headers.ts';
import { DATA_CSP } from '#platform/http/security-headers.ts';
import { eInvoiceFormats } from '#features/e-invoices/contract/constants.ts';
import { AppError } from '#shared/errors.ts';
import { billingDocumentPdfPath, eInvoicePath } from '#shared/order-paths.ts';
import { buildDocumentPath, getDocumentByAddress } from './actions/document-urls.ts';
import { exportDatev, getDatevSettings } from './actions/datev.ts';
import {
  findDocumentDesign,
  getDesignSettings,
  readLogo,
  renderDesignPreview,
  updateDesign,
} from './actions/document-design.ts';
import { dismissEInvoiceProblem, resendDocument } from './actions/document-emailing.ts';
import { listDocumentEmails, resetDocumentEmail, updateDocumentEmail } from './actions/document-emails.ts';
import {
  getEInvoiceOptions,
  listClientEInvoiceProblems,
  listEmailedEInvoiceProblems,
  writeDocumentAsEInvoice,
} from './actions/e-invoices.ts';
import { getDocumentPdf } from './actions/pdf-files.ts';
import { listDocumentDtos, exportDocumentsCsv } from './actions/list-documents.ts';
import { getMoneyReport, getMoneySummary, updateCurrencyRates } from './actions/money-summary.ts';
import { readSellingNotes } from './actions/selling.ts';
import { getBillingSettingsDto, updateBillingSettings } from './actions/settings.ts';
import { exportTaxReport, getTaxReport } from './actions/tax-report.ts';
import { renderStatementPdf, getAccountStatement } from './actions/statements.ts';
import { listBilledClients } from './queries/account-entries.ts';
import { saveDatevSettings } from './queries/datev-settings.ts';
import { findEInvoiceProblem, listRelatedDocuments } from './queries/documents.ts';
import { getBalance } from './queries/ledger.ts';
import type { DatevSettings } from './contract/datev.ts';
import { designPreviewQuerySchema } from './contract/design-settings.ts';
import { billingContract } from './contract/index.ts';
import { formatAccentStyles } from './rules/accent-styles.ts';
import { settlementOf } from './rules/document-balance.ts';
import { hasEInvoice } from './rules/e-invoices.ts';
import { formatEpcCode } from './rules/epc-code.ts';
import { formatDocumentTitle, languageOf } from './rules/labels.ts';

/** Maximum number of suggested clients; others can be found by their email address. */
const CLIENTS_LISTED = 500;

const billing = implement(billingContract).$context<ApiContext>();

export const billingHandlers = billing.router({
  getBillingDocument: billing.getBillingDocument.handler(async ({ context, input }) => {
    const document = await getDocumentByAddress(context.db, context, input);
    const related = await listRelatedDocuments(context.db, document);
    const isOwner = context.actor.role === 'owner';
    const eInvoiceProblem = isOwner ? await findEInvoiceProblem(context.db, document.id) : null;
    const { formats, missing } = await getEInvoiceOptions(context.db, document.content);
    return {
      document: document.content,
      balance: await getBalance(context.db, context, document),
      relatedDocuments: related.map(one => ({ ...one, path: buildDocumentPath(context, one.number) })),
      pdfPath: billingDocumentPdfPath(input.number, input.token),
      eInvoices: formats.map(format => ({ format, path: eInvoicePath(input.number, input.token, format) })),
      missingEInvoiceData: isOwner ? missing : [],
      eInvoiceProblem,
      emailMissing: eInvoiceProblem === null ? [] : await listEmailedEInvoiceProblems(context.db, document.content),
    };
  }),
  listBillingDocuments: billing.listBillingDocuments.handler(({ context, input }) =>
    listDocumentDtos(context.db, context, input),
  ),
  exportBillingDocuments: billing.exportBillingDocuments.handler(({ context, input }) =>
    exportDocumentsCsv(context.db, context, input),
  ),
  resendDocument: billing.resendDocument.handler(inTransaction(resendDocument)),
  dismissEInvoiceProblem: billing.dismissEInvoiceProblem.handler(inTransaction(dismissEInvoiceProblem)),
  getMoneySummary: billing.getMoneySummary.handler(({ context }) => getMoneySummary(context.db, context)),
  getMoneyReport: billing.getMoneyReport.handler(({ context, input }) => getMoneyReport(context.db, context, input)),
  updateCurrencyRates: billing.updateCurrencyRates.handler(inTransaction(updateCurrencyRates)),
  getTaxReport: billing.getTaxReport.handler(({ context, input }) => getTaxReport(context.db, context, input)),
  exportTaxReport: billing.exportTaxReport.handler(({ context, input }) => exportTaxReport(context.db, context, input)),
  exportDatev: billing.exportDatev.handler(({ context, input }) => exportDatev(context.db, context, input)),
  getDatevSettings: billing.getDatevSettings.handler(({ context }) => getDatevSettings(context.db)),
  updateDatevSettings: billing.updateDatevSettings.handler(
    inTransaction(async (tx, _context, settings: DatevSettings) => {
      await saveDatevSettings(tx, settings);
      return { ...settings, isSaved: true };
    }),
  ),
  listEInvoiceProblems: billing.listEInvoiceProblems.handler(async ({ context, input }) => ({
    items: await listClientEInvoiceProblems(context.db, input.email),
  })),
  listBilledClients: billing.listBilledClients.handler(async ({ context }) => ({
    items: await listBilledClients(context.db, CLIENTS_LISTED),
  })),
  getAccountStatement: billing.getAccountStatement.handler(({ context, input }) =>
    getAccountStatement(context.db, context, input),
  ),
  getAccountStatementPdf: billing.getAccountStatementPdf.handler(async ({ context, input }) => {
    const { document, pdf } = await renderStatementPdf(context, input);
    const file = `${formatDocumentTitle(document, languageOf(document))}.pdf`;
    return {
      headers: { 'content-disposition': toContentDisposition(file) },
      body: new File([new Uint8Array(pdf)], file, { type: 'application/pdf' }),
    };
  }),
  getSellingNotes: billing.getSellingNotes.handler(({ context }) => readSellingNotes(context.db, context)),
  getBillingSettings: billing.getBillingSettings.handler(({ context }) => getBillingSettingsDto(context.db)),
  updateBillingSettings: billing.updateBillingSettings.handler(inTransaction(updateBillingSettings)),
  getDocumentDesign: billing.getDocumentDesign.handler(({ context }) => getDesignSettings(context.db)),
  updateDocumentDesign: billing.updateDocumentDesign.handler(({ context, input }) => updateDesign(context, input)),
  listDocumentEmails: billing.listDocumentEmails.handler(({ context }) => listDocumentEmails(context.db)),
  updateDocumentEmail: billing.updateDocumentEmail.handler(inTransaction(updateDocumentEmail)),
  resetDocumentEmail: billing.resetDocumentEmail.handler(inTransaction(resetDocumentEmail)),
});

/**
 * Registers the routes for a document's files, authorized by its address: its PDF, which `download` in the query saves,
 * its e-invoices, its logo and accent, and the QR code of a bank transfer; and for the owner, the design of new documents
 * and the preview of another one.
 */
export function registerBillingDocumentRoutes(app: FastifyInstance, { contexts }: RouteOptions): void {
  app.get('/dashboard/document-design/preview.svg', async (request, reply) => {
    reply.headers(NO_STORE_HEADERS);
    await requireRole(contexts, request, 'owner');
    const query = designPreviewQuerySchema.safeParse(request.query);
    if (!query.success) throw new AppError('BAD_REQUEST', query.error.issues[0]?.message ?? 'Choose a design.');
    const context = await contexts.createForCaller(request);
    return sendSvg(reply, await renderDesignPreview(context, query.data));
  });

  type DesignRoute = { Params: { file: string } };
  app.get<DesignRoute>('/dashboard/document-design/:file', async (request, reply) => {
    reply.headers(NO_STORE_HEADERS);
    await requireRole(contexts, request, 'owner');
    const context = await contexts.createForCaller(request);
    if (!(await sendDesignFile(reply, context, request.params.file, await findDocumentDesign(context.db))))
      throw new AppError('NOT_FOUND', 'This file doesn’t exist.');
    return reply;
  });

  type DocumentRoute = { Params: Record<'number' | 'token' | 'file', string>; Querystring: Record<string, unknown> };
  app.get<DocumentRoute>('/document/:number/:token/:file', async (request, reply) => {
    // Set first so errors aren't cached either.
    reply.headers(NO_STORE_HEADERS);
    const { number, token, file } = request.params;
    const context = contexts.createAnonymous(request);
    const document = await getDocumentByAddress(context.db, context, { number, token });
    const { content } = document;
    const balance = await getBalance(context.db, context, document);
    if (await sendDesignFile(reply, context, file, content)) return reply;
    const transfer = file === 'transfer.svg' ? formatEpcCode(content, balance.amountDue) : null;
    if (transfer !== null) return sendSvg(reply, renderSVG(transfer, { ecc: 'M', border: 2 }));
    const format = eInvoiceFormats.find(one =>
      eInvoicePath(number, token, one).endsWith(`/${encodeURIComponent(file)}`),
    );
    if (file !== `${number}.pdf` && !(format && hasEInvoice(document.kind)))
      throw new AppError('NOT_FOUND', 'This document doesn’t exist. Check that you have the full link.');
    const xml = format && (await writeDocumentAsEInvoice(context.db, content, format));
    if (xml !== undefined && format !== 'factur_x') {
      const headers = createDownloadHeaders(file, Buffer.byteLength(xml), 'application/xml');
      return reply.headers({ ...headers, ...NO_STORE_HEADERS }).send(xml);
    }
    const pdf = await getDocumentPdf(context, document, xml === undefined ? settlementOf(balance) : null, xml);
    return reply
      .headers(createPdfHeaders(formatDocumentTitle(document, languageOf(content)), 'download' in request.query))
      .send(pdf);
  });
}

/** Sends the logo of a document, or the style sheet of its accent; returns false for another file. */
async function sendDesignFile(
  reply: FastifyReply,
  services: Parameters<typeof readLogo>[0],
  file: string,
  document: Parameters<typeof readLogo>[1],
): Promise<boolean> {
  const { design } = document;
  const logo = file === 'logo.png' ? await readLogo(services, document) : undefined;
  const styles = file === 'accent.css' && design ? formatAccentStyles(design.accent) : undefined;
  const content = logo ?? styles;
  if (content === undefined) return false;
  const type = logo ? 'image/png' : 'text/css; charset=utf-8';
  await reply.headers({ 'content-type': type, 'content-security-policy': DATA_CSP }).send(content);
  return true;
}

/** Sends an SVG that can only be shown as an image. */
const sendSvg = (reply: FastifyReply, svg: string) =>
  reply.headers({ 'content-type': 'image/svg+xml', 'content-security-policy': DATA_CSP }).send(svg);
