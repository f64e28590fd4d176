/**
 * Text that a spreadsheet would run as a formula (OWASP, CSV injection). Such cells get an apostrophe as a prefix, even
 * if they already start with apostrophes: the parser removes exactly one.
 */
const FORMULA = /^'*[=+\-@\t\r]/;

/** A cell that a spreadsheet can calculate with: a plain decimal, such as "-9.00". */
export interface DecimalCell {
  readonly decimal: string;
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

function formatCell(cell: string | DecimalCell): string {
  // A number with a minus is no formula.
  if (typeof cell === 'object' && DECIMAL.test(cell.decimal)) return cell.decimal;
  const value = typeof cell === 'object' ? cell.decimal : cell;
  const escaped = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}

/** Writes rows as comma-separated values (RFC 4180). Cells that start like a formula are escaped. */
export function writeCsvRows(rows: Iterable<readonly (string | DecimalCell)[]>): string {
  return Array.from(rows, row => `${row.map(formatCell).join(',')}\r\n`).join('');
}

/** Returns the separator of a table: comma, semicolon or tab, whichever is most frequent in its first line. */
function detectSeparator(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1);
  const counts = [',', ';', '\t'].map(character => [character, first.split(character).length] as const);
  return counts.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ',';
}

/** A row that isn't blank. */
export interface CsvRow {
  /** Its number in a spreadsheet, starting at 1. Blank rows count too. */
  readonly row: number;
  readonly cells: readonly string[];
  /** Its source with its line end, and the blank rows before it. */
  readonly text: string;
}

/**
 * Parses comma-separated values (RFC 4180), also with semicolons or tabs, as spreadsheets write them in some countries.
 * Removes the apostrophe with which {@link writeCsvRows} escapes formulas.
 */
export function parseCsvRows(text: string): CsvRow[] {
  const source = text.replace(/^\uFEFF/, '');
  const separator = detectSeparator(source);
  const rows: CsvRow[] = [];
  let row = 0;
  let start = 0;
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    cells.push(cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);
    cell = '';
  };
  const endRow = (end: number) => {
    endCell();
    row++;
    if (cells.some(value => value !== '')) {
      rows.push({ row, cells, text: source.slice(start, end) });
      start = end;
    }
    cells = [];
  };
  for (let index = 0; index < source.length; index++) {
    const character = source.charAt(index);
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (source.charAt(index + 1) === '"') {
        cell += '"';
        index++;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === separator) endCell();
    else if (character === '\n') endRow(index + 1);
    else if (character !== '\r' || source.charAt(index + 1) !== '\n') cell += character;
  }
  endRow(source.length);
  return rows;
}

/** Returns the cells of {@link parseCsvRows}. */
export const parseCsv = (text: string): (readonly string[])[] => parseCsvRows(text).map(({ cells }) => cells);
