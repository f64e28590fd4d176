import { Readable } from 'node:stream';
import { type DecimalCell, writeCsvRows } from '#shared/csv.ts';

type Cells = readonly (string | DecimalCell)[];
type Parts = AsyncIterable<readonly Cells[]> | Iterable<readonly Cells[]>;

/** A CSV file that is streamed while its rows are read. */
export type CsvDownload = Awaited<ReturnType<typeof csvDownload>>;

/**
 * Returns a CSV file with an ASCII name. Reads each part of the rows on demand, and the first one before the response
 * starts, so its failure becomes an error response.
 */
export async function csvDownload(name: string, heading: readonly string[], parts: Parts) {
  const chunks = writeParts(heading, parts);
  const first = await chunks.next();
  async function* all() {
    if (first.value !== undefined) yield first.value;
    yield* chunks;
  }
  return {
    headers: {
      'content-disposition': `attachment; filename="${name}"`,
      'content-type': 'text/csv; charset=utf-8; header=present',
    },
    body: Readable.toWeb(Readable.from(all(), { highWaterMark: 1 })) as ReadableStream<Uint8Array>,
  };
}

async function* writeParts(heading: readonly string[], parts: Parts): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder();
  // The byte order mark makes spreadsheets read the text as UTF-8.
  let prefix = `\uFEFF${writeCsvRows([heading])}`;
  for await (const rows of parts) {
    yield encoder.encode(prefix + writeCsvRows(rows));
    prefix = '';
  }
  if (prefix) yield encoder.encode(prefix);
}

/** Yields each part of a list as the cells of its rows. */
export async function* cellsIn<Row>(
  parts: AsyncIterable<Row[]>,
  cellsOf: (row: Row) => Cells,
): AsyncGenerator<Cells[]> {
  for await (const rows of parts) yield rows.map(cellsOf);
}
