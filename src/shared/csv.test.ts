import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsv, parseCsvRows, writeCsvRows } from './csv.ts';

/** Parses a complete file by RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cells = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy;
  for (let match = cells.exec(text); match; match = cells.exec(text)) {
    const [, cell = '', end] = match;
    row.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end !== ',') {
      rows.push(row);
      row = [];
    }
    if (cells.lastIndex === text.length) return rows;
  }
  throw new Error(`Not to be read: ${text}`);
}

describe('a CSV file', () => {
  it.each([
    ['Ada Byron', 'Ada Byron'],
    ['Byron, Ada', '"Byron, Ada"'],
    ['Ada "Countess" Byron', '"Ada ""Countess"" Byron"'],
    ['two\nlines', '"two\nlines"'],
    ['', ''],
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', `"'\rx"`],
    ['=HYPERLINK("http://evil.example","x")', `"'=HYPERLINK(""http://evil.example"",""x"")"`],
    ['a=b', 'a=b'],
    ["'=1", "''=1"],
    ["'tis", "'tis"],
  ])('writes %j as %j', (value, cell) => {
    expect(writeCsvRows([['Name'], [value]])).toBe(`Name\r\n${cell}\r\n`);
  });

  it.each([
    ['-9.00', '-9.00'],
    ['12', '12'],
    ['-1+1', "'-1+1"],
    ['=1', "'=1"],
  ])('writes the decimal %j as %j', (decimal, cell) => {
    expect(writeCsvRows([['Amount'], [{ decimal }]])).toBe(`Amount\r\n${cell}\r\n`);
  });

  it.each([
    [
      'name;price\r\nAda;2,5',
      [
        ['name', 'price'],
        ['Ada', '2,5'],
      ],
    ],
    [
      'name\tprice\nAda\t2,5',
      [
        ['name', 'price'],
        ['Ada', '2,5'],
      ],
    ],
    ['name\nAda,Byron', [['name'], ['Ada', 'Byron']]],
    ['\uFEFF"name",price', [['name', 'price']]],
    ['5" screen,"5"" screen"', [['5" screen', '5" screen']]],
    ["'=1,'tis", [['=1', "'tis"]]],
    ['a\rb,c\r\n\r\n,\r\nd', [['a\rb', 'c'], ['d']]],
  ])('is parsed: %j', (text, rows) => {
    expect(parseCsv(text)).toEqual(rows);
  });

  it('keeps the number and text of each row, with the blank rows before it', () => {
    expect(parseCsvRows('\uFEFF\nname\r\n\n,\n"a\nb",c\nd')).toEqual([
      { row: 2, cells: ['name'], text: '\nname\r\n' },
      { row: 5, cells: ['a\nb', 'c'], text: '\n,\n"a\nb",c\n' },
      { row: 6, cells: ['d'], text: 'd' },
    ]);
  });

  it('starts no cell like a formula and is parsed to the written value', () => {
    const cells = fc.string({
      unit: fc.constantFrom('a', 'b', ',', '"', '=', '+', '-', '@', '\t', '\r', '\n', "'", 'é'),
    });
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain(width => fc.array(fc.array(cells, { minLength: width, maxLength: width })));
    fc.assert(
      fc.property(table, rows => {
        const heading = (rows[0] ?? ['a']).map((_, place) => `column ${place}`);
        const csv = writeCsvRows([heading, ...rows]);
        for (const cell of readCsv(csv).flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
        // Blank rows are left out.
        expect(parseCsv(csv).slice(1)).toEqual(rows.filter(row => row.some(cell => cell !== '')));
      }),
    );
  });
});
