import { cpuSeconds } from './processes.ts';
import { startSite } from './site.ts';
import { median, type Row } from './table.ts';

const STARTS = 5;

/**
 * Measures how long a start on existing data takes until the site and its database are ready, without installation and
 * build.
 */
export async function measureStartTime(dataDir: string): Promise<Row[]> {
  const times: number[] = [];
  const cpuTimes: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const site = await startSite({ dataDir });
    times.push(site.readyAfter / 1000);
    cpuTimes.push(cpuSeconds([site.pid]));
    await site.stop();
  }
  return [
    {
      measure: 'Second start, until ready',
      figure: `${median(times).toFixed(2)} s (${times.map(time => time.toFixed(2)).join(', ')})`,
      goal: '< 1 s',
      met: median(times) < 1,
    },
    {
      measure: '  CPU time of the site process',
      figure: `${median(cpuTimes).toFixed(2)} s`,
      goal: '',
      met: null,
    },
  ];
}
