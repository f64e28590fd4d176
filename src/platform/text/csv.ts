/** What a spreadsheet would take for a formula (OWASP, CSV injection): such a cell begins with an apostrophe instead. */
const FORMULA = /^[=+\-@\t\r]/;

function cellOf(value: string): string {
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A table as comma-separated values (RFC 4180), its heading in the first line. Cells that begin like a formula are defused. */
export function writeCsv(heading: readonly string[], rows: Iterable<readonly string[]>): string {
  return [heading, ...rows].map(row => `${row.map(cellOf).join(',')}\r\n`).join('');
}
