/** A row of the results. `met` is null if there is no goal. */
export interface Row {
  readonly measure: string;
  readonly figure: string;
  readonly goal: string;
  readonly met: boolean | null;
}

const header = { measure: 'Measure', figure: 'Figure', goal: 'Goal', met: 'Met' };

export function formatTable(rows: readonly Row[]): string {
  const cells = rows.map(row => ({ ...row, met: row.met === null ? '' : row.met ? 'yes' : 'NO' }));
  const columns = (['measure', 'figure', 'goal', 'met'] as const).map(name => ({
    name,
    width: Math.max(...[header, ...cells].map(row => row[name].length)),
  }));
  const line = (row: typeof header) =>
    columns
      .map(({ name, width }) => row[name].padEnd(width))
      .join('  ')
      .trimEnd();
  return [line(header), columns.map(({ width }) => '─'.repeat(width)).join('  '), ...cells.map(line)].join('\n');
}

/** Returns the median; of an even number of values, the lower middle one. NaN for none. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? NaN;
}

/** Formats a number as `12,345`. */
export function formatInteger(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** Formats bytes as `12.3 KB`, with 1000 bytes per KB. */
export function formatKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
