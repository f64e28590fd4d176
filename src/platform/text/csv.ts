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

/** A table as comma-separated values (RFC 4180), its heading in the first line. Cells that begin like a formula are defused. */
export function writeCsv(heading: readonly string[], rows: Iterable<readonly (string | DecimalCell)[]>): string {
  return [heading, ...rows].map(row => `${row.map(cellOf).join(',')}\r\n`).join('');
}
