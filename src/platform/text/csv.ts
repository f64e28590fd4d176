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

/**
 * Parses comma-separated values (RFC 4180), also with semicolons or tabs, as spreadsheets write them in some countries.
 * Removes the apostrophe with which {@link writeCsvRows} escapes formulas.
 */
export function parseCsv(text: string): string[][] {
  const source = text.replace(/^\uFEFF/, '');
  const separator = detectSeparator(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    row.push(cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.some(value => value !== '')) rows.push(row);
    row = [];
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
    else if (character === '\n') endRow();
    else if (character !== '\r' || source.charAt(index + 1) !== '\n') cell += character;
  }
  endRow();
  return rows;
}
