/**
 * Returns a QR code as a single SVG path, one unit per module, which needs no inline styles under a strict content
 * security policy. `modules` are rows; true is dark.
 */
export function toQrSvgPath(modules: readonly (readonly boolean[])[]): string {
  return modules
    .flatMap((row, y) => {
      const runs: string[] = [];
      for (let x = 0; x < row.length; x++) {
        const start = x;
        while (row[x]) x += 1;
        if (x > start) runs.push(`M${start} ${y}h${x - start}v1h-${x - start}z`);
      }
      return runs;
    })
    .join('');
}
