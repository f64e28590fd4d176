import { hash } from 'node:crypto';
import type { ApiServices } from '#platform/api/context.ts';
import { renderPdfInWorker } from '../pdf/pdf-worker-client.ts';
import type { PrintableDocument, PrintedDocument } from '../pdf/printable.ts';
import type { BillingDocumentRow } from '../queries/documents.ts';
import { getBillingSettingsRow } from '../queries/settings.ts';
import type { Settlement } from '../rules/document-balance.ts';
import { readLogo } from './document-design.ts';

/** Services needed to render a document. */
export type PdfServices = Pick<ApiServices, 'db' | 'files' | 'dist'>;

/**
 * Returns the storage key of a document's PDF. It includes a hash of the content, so a number reused after restoring a
 * backup never shows the wrong file.
 */
export function getDocumentFileKey(
  { number, content }: Pick<BillingDocumentRow, 'number' | 'content'>,
  settlement: Settlement | null,
  facturX?: string,
): string {
  const digest = hash('sha256', JSON.stringify(toPrinted(content, settlement, facturX)));
  return `documents/issued/${number.toLowerCase()}-${digest.slice(0, 32)}.pdf`;
}

/** Adds the settlement to a copy of the issued document, which itself never changes. */
function toPrinted(
  content: BillingDocumentRow['content'],
  settlement: Settlement | null,
  facturX: string | undefined,
): PrintedDocument {
  return { ...content, ...(settlement && { settlement }), ...(facturX === undefined ? {} : { facturX }) };
}

/**
 * Returns the PDF of a document, with its settlement if any and the XML of a Factur-X invoice: rendered once and
 * stored. Throws the errors of {@link getOrRenderPdf}.
 */
export function getDocumentPdf(
  services: PdfServices,
  document: BillingDocumentRow,
  settlement: Settlement | null,
  facturX?: string,
): Promise<Buffer> {
  const key = getDocumentFileKey(document, settlement, facturX);
  return getOrRenderPdf(services, key, toPrinted(document.content, settlement, facturX));
}

/** Adds the file of a document's logo. */
export async function withLogo(
  services: Pick<ApiServices, 'files'>,
  printable: PrintableDocument,
): Promise<PrintableDocument> {
  if (printable.kind === 'agreement') return printable;
  const logo = await readLogo(services, printable);
  return logo ? { ...printable, logo } : printable;
}

const renderings = new Map<string, Promise<Buffer>>();

/**
 * Returns a stored PDF, or renders and stores it, so its bytes never change. Concurrent calls share one rendering.
 * Throws if it can't be rendered or stored.
 */
export async function getOrRenderPdf(
  services: PdfServices,
  name: string,
  printable: PrintableDocument,
): Promise<Buffer> {
  const { db, files, dist } = services;
  const existing = await files.read(name);
  if (existing) return existing;
  const render = async () => {
    const { paperSize } = await getBillingSettingsRow(db);
    const pdf = await renderPdfInWorker(await withLogo(services, printable), { paper: paperSize, dist });
    // Another instance may have stored it first, and may have emailed that file.
    const stored = await files.read(name);
    if (stored) return stored;
    await files.write(name, pdf);
    return pdf;
  };
  const rendering = renderings.get(name) ?? render().finally(() => renderings.delete(name));
  renderings.set(name, rendering);
  return rendering;
}
