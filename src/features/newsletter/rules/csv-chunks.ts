import { parseCsvRows } from '#shared/csv.ts';
import { countJsonBytes } from '#shared/json-size.ts';
import { MAX_IMPORT_LENGTH } from '../contract/limits.ts';
import type { ImportPreview } from '../contract/subscribers.ts';

/** A chunk of a CSV, with the header of the complete file. */
interface CsvChunk {
  readonly csv: string;
  /** The difference between the number of a row in the file and in this chunk. */
  readonly before: number;
}

/** Splits a CSV at row boundaries into chunks of at most `most` bytes of JSON, as requests contain them. */
export function splitCsv(csv: string, most: number = MAX_IMPORT_LENGTH): CsvChunk[] {
  const rows = parseCsvRows(csv);
  const heading = rows[0]?.text.includes('@') ? undefined : rows.shift();
  const start = { csv: heading?.text ?? '', size: countJsonBytes(heading?.text ?? ''), isEmpty: true };
  const parts: CsvChunk[] = [];
  let part = { ...start, before: 0 };
  let previous = heading?.row ?? 0;
  for (const { row, text } of rows) {
    const size = countJsonBytes(text);
    if (!part.isEmpty && part.size + size > most) {
      parts.push(part);
      part = { ...start, before: previous - (heading?.row ?? 0) };
    }
    part = { ...part, csv: part.csv + text, size: part.size + size, isEmpty: false };
    previous = row;
  }
  return [...parts, part];
}

/** Imports a CSV chunk by chunk and merges the results. */
export async function importInChunks(
  csv: string,
  send: (part: string) => Promise<ImportPreview>,
  most?: number,
): Promise<ImportPreview> {
  let merged: ImportPreview | undefined;
  for (const part of splitCsv(csv, most)) merged = merge(merged, await send(part.csv), part.before);
  if (!merged) throw new Error('The list was split into no chunks.');
  return merged;
}

function merge(total: ImportPreview | undefined, part: ImportPreview, rowsBefore: number): ImportPreview {
  const shift = (lines: ImportPreview['invalidRows']) => lines.map(line => ({ ...line, row: line.row + rowsBefore }));
  if (!total) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      const before = total[name as keyof ImportPreview];
      return [name, Array.isArray(value) ? [...(before as typeof value), ...shift(value)] : Number(before) + value];
    }),
  ) as ImportPreview;
}
