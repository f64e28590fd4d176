import { countJsonBytes } from '#shared/json-size.ts';
import { MAX_IMPORT_LENGTH } from '../contract/limits.ts';
import type { ImportPreview } from '../contract/subscribers.ts';

/** A chunk of a CSV, with the header of the complete file. */
interface CsvChunk {
  readonly csv: string;
  /** Number of data rows before this chunk. */
  readonly before: number;
}

/** Splits a CSV at row boundaries into chunks of at most `most` bytes of JSON, as requests contain them. */
export function splitCsv(csv: string, most: number = MAX_IMPORT_LENGTH): CsvChunk[] {
  const [first = '', ...others] = rowsOf(csv);
  const hasHeading = !first.includes('@');
  const parts: CsvChunk[] = [];
  let part = hasHeading ? first : '';
  let size = countJsonBytes(part);
  let rows = 0;
  let before = 0;
  for (const row of hasHeading ? others : [first, ...others]) {
    const rowSize = countJsonBytes(row);
    if (rows > before && size + rowSize > most) {
      parts.push({ csv: part, before });
      part = hasHeading ? first : '';
      size = countJsonBytes(part);
      before = rows;
    }
    part += row;
    size += rowSize;
    rows++;
  }
  return [...parts, { csv: part, before }];
}

/** Returns the non-empty rows with their line ends; quoted cells may contain line breaks. */
function rowsOf(csv: string): string[] {
  const rows: string[] = [];
  let row = '';
  for (const line of csv.match(/[^\n]*(?:\n|$)/g) ?? []) {
    row += line;
    if ((row.split('"').length - 1) % 2 === 1) continue;
    if (row.trim() !== '') rows.push(row);
    row = '';
  }
  return row === '' ? rows : [...rows, row];
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
