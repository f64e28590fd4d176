/** Text that a spreadsheet would run as a formula (OWASP, CSV injection). Such cells get an apostrophe as a prefix. */
const FORMULA = /^[=+\-@\t\r]/;

/** A cell that a spreadsheet can calculate with: a plain decimal, such as "-9.00". */
export interface DecimalCell {
  readonly decimal: string;
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

function cellOf(cell: string | DecimalCell): string {
  // A number with a minus is no formula.
  if (typeof cell === 'object' && DECIMAL.test(cell.decimal)) return cell.decimal;
  const value = typeof cell === 'object' ? cell.decimal : cell;
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Writes rows as comma-separated values (RFC 4180). Cells that start like a formula are escaped. */
export function writeCsvRows(rows: Iterable<readonly (string | DecimalCell)[]>): string {
  return Array.from(rows, row => `${row.map(cellOf).join(',')}\r\n`).join('');
}

/** Returns the separator of a table: comma, semicolon or tab, whichever is most frequent in its first line. */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1);
  const counted = [',', ';', '\t'].map(sign => [sign, first.split(sign).length] as const);
  return counted.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ',';
}

/**
 * Parses comma-separated values (RFC 4180), also with semicolons or tabs, as spreadsheets write them in some countries.
 * Removes the apostrophe with which {@link writeCsvRows} escapes formulas.
 */
export function parseCsv(text: string): string[][] {
  const source = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    row.push(/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.some(value => value !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < source.length; at++) {
    const sign = source.charAt(at);
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (source.charAt(at + 1) === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator) endCell();
    else if (sign === '\n') endRow();
    else if (sign !== '\r' || source.charAt(at + 1) !== '\n') cell += sign;
  }
  endRow();
  return rows;
}
