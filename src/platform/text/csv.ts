/** What a spreadsheet would take for a formula (OWASP, CSV injection): such a cell begins with an apostrophe instead. */
const FORMULA = /^[=+\-@\t\r]/;

/** A cell that a spreadsheet is to reckon with: a plain decimal, such as "-9.00". */
export interface DecimalCell {
  readonly decimal: string;
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

function cellOf(cell: string | DecimalCell): string {
  // A minus alone makes no formula of a number.
  if (typeof cell === 'object' && DECIMAL.test(cell.decimal)) return cell.decimal;
  const value = typeof cell === 'object' ? cell.decimal : cell;
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Writes rows as comma-separated values (RFC 4180). Cells that begin like a formula are defused. */
export function writeCsvRows(rows: Iterable<readonly (string | DecimalCell)[]>): string {
  return Array.from(rows, row => `${row.map(cellOf).join(',')}\r\n`).join('');
}

/** Writes a table as {@link writeCsvRows} does, its heading in the first line. */
export function formatCsv(heading: readonly string[], rows: Iterable<readonly (string | DecimalCell)[]>): string {
  return writeCsvRows([heading]) + writeCsvRows(rows);
}

/** What stands between the cells of a table: of comma, semicolon and tab the one that its first line has most of. */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1);
  const counted = [',', ';', '\t'].map(sign => [sign, first.split(sign).length] as const);
  return counted.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ',';
}

/**
 * Reads comma-separated values (RFC 4180), also with semicolons or tabs between them, as spreadsheets of some countries
 * write them. Takes away the apostrophe by which {@link formatCsv} defuses what looks like a formula.
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
