import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvRow, parseCsv, parseCsvRows } from '#shared/csv.ts';
import { splitCsv, importInChunks } from './csv-chunks.ts';

describe('a CSV longer than the request limit', () => {
  const row = fc
    .tuple(fc.nat(), fc.constantFrom('', '"a ""word"""', '"two\nlines"', '5" screen', '";,"'))
    .map(([number, note]) => `${number}@site.example,${note}`);

  it('is split into chunks with the header that together contain every row with its number', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(row, fc.constantFrom('', ',')), { minLength: 1, maxLength: 30 }),
        fc.constantFrom(['Email,Note'], ['', 'Email,Note'], []),
        fc.integer({ min: 20, max: 200 }),
        (rows, heading, most) => {
          const csv = [...heading, ...rows].join('\r\n');
          const toRow = ({ row: number, cells }: CsvRow) => [number, ...cells];
          const allRows = parseCsvRows(csv).slice(heading.length > 0 ? 1 : 0);
          const parts = splitCsv(csv, most).map(part => ({ ...part, rows: parseCsvRows(part.csv) }));
          if (heading.length > 0) for (const part of parts) expect(part.rows.shift()?.cells).toEqual(['Email', 'Note']);
          const numbered = parts.flatMap(part => part.rows.map(one => ({ ...one, row: one.row + part.before })));
          expect(numbered.map(toRow)).toEqual(allRows.map(toRow));
          for (const part of parts) {
            expect(part.csv.length <= most || part.rows.length === 1).toBe(true);
          }
        },
      ),
    );
  });

  it('is split by its size in the request, which letters and quotation marks enlarge', () => {
    const csv = ['Email,Name', ...Array.from({ length: 40 }, (_, place) => `${place}@a.io,"মাহমুদ"`)].join('\n');
    const parts = splitCsv(csv, 300);
    for (const part of parts) expect(Buffer.byteLength(JSON.stringify(part.csv))).toBeLessThanOrEqual(300);
    expect(parts.map(part => parseCsv(part.csv).length - 1).reduce((sum, rows) => sum + rows)).toBe(40);
  });

  it('is reported as one import', async () => {
    const csv = ['Email', ...Array.from({ length: 9 }, (_, place) => `${place}@a.io`)].join('\n');
    const line = { email: '', message: 'wrong' };
    const result = await importInChunks(
      csv,
      async part => {
        const rowCount = part.split('\n').filter(Boolean).length - 1;
        return {
          rowCount,
          subscribed: rowCount,
          pending: 1,
          unsubscribed: 0,
          blocked: 0,
          unchanged: 0,
          invalidRows: [{ ...line, row: 2 }],
          invalidCount: 1,
          skippedRows: [],
          skippedCount: 2,
          ended: [{ ...line, row: 3 }],
          endedTotal: 1,
        };
      },
      40,
    );
    expect(result).toMatchObject({ rowCount: 9, subscribed: 9, pending: 3, invalidCount: 3, skippedCount: 6 });
    expect(result.invalidRows.map(({ row: at }) => at)).toEqual([2, 5, 8]);
    expect(result).toMatchObject({ endedTotal: 3, ended: [{ row: 3 }, { row: 6 }, { row: 9 }] });
  });
});
