import type { BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import { launchBrowser, viewports, visitOnce } from './browser.ts';
import { samplePages, startSite } from './site.ts';
import { formatKilobytes, type Row } from './table.ts';

/** Bytes on the wire by type, including headers and after compression. */
type Weights = Record<'document' | 'script' | 'font' | 'image' | 'other', number>;

interface Goals {
  readonly script?: number;
  /** All types together; of a post without its images. */
  readonly all: number;
  readonly aim?: number;
  readonly withoutPictures: boolean;
}

/** Measures what a first visit downloads, and what is added when the reader points at a link. */
export async function measureTransferSize(dataDir: string): Promise<Row[]> {
  const site = await startSite({ dataDir });
  const browser = await launchBrowser();
  try {
    const { post } = await samplePages(site.url);
    await visitOnce(browser, site.url, ['/', post]);
    const rows: Row[] = [];
    for (const [name, viewport] of Object.entries(viewports)) {
      const weigh = async (path: string, goals: Goals) => {
        const context = await browser.newContext(viewport satisfies BrowserContextOptions);
        rows.push(...(await weighPage(await context.newPage(), site.url + path, `${path}, ${name}`, goals)));
        await context.close();
      };
      await weigh('/', { script: 10_000, all: 85_000, aim: 60_000, withoutPictures: false });
      await weigh(post, { all: 75_000, withoutPictures: true });
    }
    return rows;
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function weighPage(page: Page, url: string, name: string, goals: Goals): Promise<Row[]> {
  const weights = await countBytes(await page.context().newCDPSession(page));
  await page.goto(url, { waitUntil: 'networkidle', timeout: 60_000 });
  const first = { ...weights };
  await page.locator('main a[href^="/"]:visible').first().hover();
  await page.waitForFunction(() => document.documentElement.dataset.app === 'ready', undefined, { timeout: 20_000 });
  await page.waitForLoadState('networkidle');
  return [
    {
      measure: `First load of ${name}: script`,
      figure: formatKilobytes(first.script),
      goal: goals.script ? `≤ ${formatKilobytes(goals.script)}` : '',
      met: goals.script ? first.script <= goals.script : null,
    },
    totalRow(first, goals),
    {
      measure: '  script once hydrated',
      figure: formatKilobytes(weights.script),
      goal: '≤ 120 KB',
      met: weights.script <= 120_000,
    },
  ];
}

function totalRow(first: Weights, goals: Goals): Row {
  const total = Object.values(first).reduce((sum, bytes) => sum + bytes, 0);
  const judged = goals.withoutPictures ? total - first.image : total;
  const parts = Object.entries(first).map(([kind, bytes]) => `${kind} ${(bytes / 1000).toFixed(1)}`);
  return {
    measure: goals.withoutPictures ? '  all but pictures' : '  all',
    figure: `${formatKilobytes(judged)} (${parts.join(', ')})`,
    goal: `≤ ${formatKilobytes(goals.all)}${goals.aim ? `, aim ${formatKilobytes(goals.aim)}` : ''}`,
    met: judged <= goals.all,
  };
}

/** Counts what the session's page downloads from now on. */
async function countBytes(session: CDPSession): Promise<Weights> {
  const weights: Weights = { document: 0, script: 0, font: 0, image: 0, other: 0 };
  const kinds = new Map<string, keyof Weights>();
  session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (!request.url.startsWith('data:')) kinds.set(requestId, kindOf(type));
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind) weights[kind] += encodedDataLength;
  });
  await session.send('Network.enable');
  return weights;
}

function kindOf(type: string | undefined): keyof Weights {
  switch (type) {
    case 'Document':
      return 'document';
    case 'Script':
      return 'script';
    case 'Font':
      return 'font';
    case 'Image':
      return 'image';
    default:
      return 'other';
  }
}
