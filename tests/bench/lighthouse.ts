import lighthouse, { type Result } from 'lighthouse';
import { launchBrowser, visitOnce } from './browser.ts';
import { freePort, samplePages, startSite } from './site.ts';
import { formatInteger, median, type Row } from './table.ts';

const RUNS = 5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];

/**
 * Runs Lighthouse with its defaults: a phone with simulated throttling of network and processor. Performance is
 * measured separately, because the other categories run code in the page while it loads.
 */
export async function measureLighthouse(dataDir: string): Promise<Row[]> {
  const site = await startSite({ dataDir });
  const port = await freePort();
  const browser = await launchBrowser(port);
  try {
    const { post, project } = await samplePages(site.url);
    const readers = ['/', '/about', '/projects', project, '/pricing', '/blogs', post];
    const pages = [...readers, '/contact', '/login', '/register', '/pricing/consultation'];
    await visitOnce(browser, site.url, pages);
    const rows: Row[] = [];
    for (const path of pages) {
      const speeds: Result[] = [];
      for (let run = 0; run < RUNS; run++) speeds.push(await audit(site.url + path, port, ['performance']));
      const others = await audit(site.url + path, port, CATEGORIES.slice(1));
      rows.push(...summary(path, speeds, others));
    }
    return rows;
  } finally {
    await browser.close();
    await site.stop();
  }
}

/** Loading a page sometimes fails in the browser and works the next time. Successful loads are never repeated. */
const ATTEMPTS = 3;

async function audit(url: string, port: number, categories: readonly Category[], attempt = 1): Promise<Result> {
  const response = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...categories] });
  if (!response) throw new Error(`Lighthouse returned no result for ${url}.`);
  const { runtimeError } = response.lhr;
  if (runtimeError && attempt < ATTEMPTS) return audit(url, port, categories, attempt + 1);
  if (runtimeError) throw new Error(`Lighthouse on ${url}: ${runtimeError.message}`);
  return response.lhr;
}

function summary(path: string, speeds: readonly Result[], others: Result): Row[] {
  const resultsOf = (name: Category) => (name === 'performance' ? speeds : [others]);
  const scores = CATEGORIES.map(name =>
    median(resultsOf(name).map(({ categories }) => (categories[name]?.score ?? NaN) * 100)),
  );
  const figure = (id: string) => median(speeds.map(({ audits }) => audits[id]?.numericValue ?? NaN));
  const lcp = figure('largest-contentful-paint');
  const tbt = figure('total-blocking-time');
  const cls = figure('cumulative-layout-shift');
  return [
    {
      measure: `Lighthouse ${path}: ${CATEGORIES.join(', ')}`,
      figure: scores.map(score => score.toFixed(0)).join(', '),
      goal: '100 each',
      met: scores.every(score => score === 100),
    },
    ...CATEGORIES.filter((_name, place) => scores[place] !== 100).map(name => failings(name, resultsOf(name))),
    {
      measure: '  LCP, TBT, CLS',
      figure: `${(lcp / 1000).toFixed(2)} s, ${tbt.toFixed(0)} ms, ${cls.toFixed(3)}`,
      goal: '≤ 1.00 s, ≤ 60 ms, 0',
      // Letters may move within their line by a few pixels when our fonts arrive.
      met: lcp <= 1000 && tbt <= 60 && cls < 0.0005,
    },
    {
      measure: '  speed of the processor (Lighthouse’s benchmark index)',
      figure: formatInteger(median(speeds.map(({ environment }) => environment.benchmarkIndex))),
      goal: 'about 1,500: Lighthouse slows it down four times to that of a phone',
      met: null,
    },
  ];
}

/** Returns the audits that lowered a category's score in the last run. */
function failings(category: Category, results: readonly Result[]): Row {
  const last = results.at(-1);
  const failed = (last?.categories[category]?.auditRefs ?? [])
    .filter(({ weight, id }) => weight > 0 && (last?.audits[id]?.score ?? 1) < 1)
    .map(({ id }) => [id, ...explain(last?.audits[id])].join(': '));
  return {
    measure: `  ${category}, failed audits`,
    figure: failed.join('; ') || 'none in the last run',
    goal: '',
    met: null,
  };
}

/** Returns the value that an audit displays, and the first item in its details. */
function explain(found: Result['audits'][string] | undefined): string[] {
  const { displayValue, details } = found ?? {};
  const first = details && 'items' in details ? JSON.stringify(details.items[0]) : undefined;
  return [displayValue, first?.slice(0, 200)].filter(text => text !== undefined);
}
