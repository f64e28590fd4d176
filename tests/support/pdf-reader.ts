import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { getDocumentProxy } from 'unpdf';
import { expect } from 'vitest';
import { composePdf } from '#features/billing/pdf/compose-pdf.ts';
import type { PrintableDocument } from '#features/billing/pdf/printable.ts';
import { type PaperSize, paperDimensions } from '#features/billing/pdf/theme.ts';

// Reads the PDFs of billing documents and agreements with a different library than the one that wrote them.

const dist = join(import.meta.dirname, '../../dist');

export function draw(document: PrintableDocument, paper: PaperSize = 'A4'): Promise<Buffer> {
  return composePdf(document, paper, dist);
}

export interface PdfPage {
  /** All text, with single spaces. */
  readonly text: string;
  readonly pieces: readonly { text: string; left: number; right: number; bottom: number }[];
  readonly size: readonly [number, number];
  readonly links: readonly string[];
}

/** Reads the text and metadata of a PDF. Throws if it isn't one. */
export async function readPdf(pdf: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages: PdfPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const pieces = items.flatMap(item => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const [left = 0, bottom = 0] = (item.transform as number[]).slice(4);
      return [{ text: item.str, left, right: left + item.width, bottom }];
    });
    const annotations = (await page.getAnnotations()) as { url?: string }[];
    const [, , width = 0, height = 0] = page.view;
    const text = items.map(item => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('');
    pages.push({
      text: normalizeSpaces(text),
      pieces,
      size: [width, height],
      links: annotations.flatMap(({ url }) => (url === undefined ? [] : [url])),
    });
  }
  const info = (await document.getMetadata()).info as Record<string, unknown>;
  const markings = (await document.getMarkInfo()) as { Marked?: boolean } | null;
  return { pages, info, tagged: markings?.Marked === true, text: pages.map(({ text }) => text).join(' ') };
}

/** Returns the files attached to a PDF. */
export async function listPdfAttachments(pdf: Buffer): Promise<{ name: string; content: Buffer }[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const found = [...((await document.getAttachments()) ?? [])];
  return Promise.all(
    found.map(async ([id, { filename }]) => ({
      name: filename,
      content: Buffer.from((await document.getAttachmentContent(id)) as Uint8Array),
    })),
  );
}

/** Replaces line breaks and non-breaking spaces with single spaces. */
export function normalizeSpaces(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

export const renderAndReadPdf = async (document: PrintableDocument, paper?: PaperSize) =>
  readPdf(await draw(document, paper));

/** Returns the decompressed content streams of a PDF. */
export function readContentStreams(pdf: Buffer): string {
  const found: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7)) {
    if (pdf.subarray(at - 3, at).toString() === 'end') continue;
    try {
      found.push(inflateSync(pdf.subarray(at + 7, pdf.indexOf('endstream', at))).toString('latin1'));
    } catch {
      // Metadata isn't compressed.
    }
  }
  return found.filter(program => /\bBT\b|\bre\b/.test(program)).join('\n');
}

/** Returns whether any character is drawn as the font's missing glyph. */
export function hasMissingGlyphs(pdf: Buffer): boolean {
  const shown = readContentStreams(pdf).matchAll(/<([0-9a-f]+)> -?[\d.]+/g);
  return [...shown].some(([, codes = '']) => codes.match(/.{4}/g)?.includes('0000'));
}

/** Returns a text in the form of an ActualText entry, which screen readers read instead of the glyphs. */
export function toActualText(text: string): string {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le').swap16().toString('latin1');
  const letters: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f' };
  return bytes.replaceAll(/[\n\r\t\b\f()\\]/g, sign => `\\${letters[sign] ?? sign}`);
}

/** Fails if any text is in the margins or outside of the page. */
export function expectInsideMargins(pages: readonly PdfPage[], paper: PaperSize): void {
  const { width } = paperDimensions[paper];
  const isInside = ({ left, right, bottom }: PdfPage['pieces'][number]) =>
    left > 53.5 && right < width - 53.5 && bottom > 25;
  expect(pages.flatMap(({ pieces }) => pieces.filter(piece => !isInside(piece)))).toEqual([]);
}
