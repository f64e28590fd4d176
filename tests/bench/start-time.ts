import { startSite } from './site.ts';
import { median, type Row } from './table.ts';

const STARTS = 5;

/** How long a start on existing data takes until the site is ready, database included, without install and build. */
export async function measureStart(dataDir: string): Promise<Row[]> {
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const site = await startSite({ dataDir });
    times.push(site.readyAfter);
    await site.stop();
  }
  const middle = median(times);
  return [
    {
      measure: 'Second start until ready',
      figure: `${(middle / 1000).toFixed(2)} s (${times.map(time => (time / 1000).toFixed(2)).join(', ')})`,
      goal: '< 1 s',
      met: middle < 1000,
    },
  ];
}
