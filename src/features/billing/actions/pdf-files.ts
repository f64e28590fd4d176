import { createHash } from 'node:crypto';
import type { ApiServices } from '#platform/api/context.ts';
import { renderPdfInWorker } from '../pdf/pdf-worker-client.ts';
import type { PrintableDocument, PrintedDocument } from '../pdf/printable.ts';
import type { BillingDocumentRow } from '../queries/documents.ts';
import { getBillingSettingsRow } from '../queries/settings.ts';
import type { Settlement } from '../rules/document-balance.ts';

/** What drawing a document takes. */
export type PdfServices = Pick<ApiServices, 'db' | 'files' | 'dist'>;

/**
 * Where a document's PDF is kept. What the document says is part of the name: a number that another database gave to
 * something else, as after going back to an older backup, never shows the wrong file.
 */
export function getDocumentFileKey(
  { number, content }: Pick<BillingDocumentRow, 'number' | 'content'>,
  settlement: Settlement | null,
): string {
  const digest = createHash('sha256')
    .update(JSON.stringify(printed(content, settlement)))
    .digest('hex');
  return `documents/issued/${number.toLowerCase()}-${digest.slice(0, 32)}.pdf`;
}

/** What was issued never changes; a copy of what was settled since says so. */
function printed(content: BillingDocumentRow['content'], settlement: Settlement | null): PrintedDocument {
  return settlement ? { ...content, settlement } : content;
}

/** Returns the PDF of a document, with how it was settled if it was: drawn once and kept. Throws as {@link getOrRenderPdf}. */
export function getDocumentPdf(
  drawing: PdfServices,
  document: BillingDocumentRow,
  settlement: Settlement | null,
): Promise<Buffer> {
  return getOrRenderPdf(drawing, getDocumentFileKey(document, settlement), printed(document.content, settlement));
}

const drawn = new Map<string, Promise<Buffer>>();

/**
 * A PDF by its name in the store: the same bytes each time, since it is drawn once and kept. Whoever asks while it is
 * drawn gets that one. Throws where it cannot be drawn or kept.
 */
export async function getOrRenderPdf(drawing: PdfServices, name: string, drawable: PrintableDocument): Promise<Buffer> {
  const kept = await drawing.files.read(name);
  if (kept) return kept;
  let making = drawn.get(name);
  if (!making) {
    making = drawAndKeep(drawing, name, drawable).finally(() => drawn.delete(name));
    drawn.set(name, making);
  }
  return making;
}

async function drawAndKeep(
  { db, files, dist }: PdfServices,
  name: string,
  drawable: PrintableDocument,
): Promise<Buffer> {
  const { paper } = await getBillingSettingsRow(db);
  const pdf = await renderPdfInWorker(drawable, { paper, dist });
  // Another instance may have been quicker, and its file may be in a mail already.
  const kept = await files.read(name);
  if (kept) return kept;
  await files.write(name, pdf);
  return pdf;
}
