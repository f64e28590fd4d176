/** One line of what comes out. Figures are no tests: `met` only marks what to look at; null where there is no goal. */
export interface Row {
  readonly measure: string;
  readonly figure: string;
  readonly goal: string;
  readonly met: boolean | null;
}

const heads = { measure: 'Measure', figure: 'Figure', goal: 'Goal', met: 'Met' };

export function formatTable(rows: readonly Row[]): string {
  const words = rows.map(row => ({ ...row, met: row.met === null ? '' : row.met ? 'yes' : 'NO' }));
  const columns = (['measure', 'figure', 'goal', 'met'] as const).map(name => ({
    name,
    width: Math.max(...[heads, ...words].map(row => row[name].length)),
  }));
  const line = (row: typeof heads) =>
    columns
      .map(({ name, width }) => row[name].padEnd(width))
      .join('  ')
      .trimEnd();
  return [line(heads), columns.map(({ width }) => '─'.repeat(width)).join('  '), ...words.map(line)].join('\n');
}

/** The middle one; of an even number the lower middle. NaN of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? NaN;
}

/** `12,345`. */
export function formatInteger(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** Bytes as `12.3 KB`, of 1000 bytes each. */
export function formatKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
