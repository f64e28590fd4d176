import type { BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import { launchBrowser, viewports, visitOnce } from './browser.ts';
import { samplePages, startSite } from './site.ts';
import { formatKilobytes, type Row } from './table.ts';

/** Bytes on the wire by type, including headers and after compression. */
type Sizes = Record<'document' | 'script' | 'font' | 'image' | 'other', number>;

interface Goals {
  readonly script?: number;
  /** All types together; of a post without its images. */
  readonly all: number;
  readonly ideal?: number;
  readonly withoutImages: boolean;
}

/** Measures the downloads of a first visit, and those that pointing at a link adds. */
export async function measureTransferSize(dataDir: string): Promise<Row[]> {
  const site = await startSite({ dataDir });
  const browser = await launchBrowser();
  try {
    const { post } = await samplePages(site.url);
    await visitOnce(browser, site.url, ['/', post]);
    const rows: Row[] = [];
    for (const [name, viewport] of Object.entries(viewports)) {
      const measure = async (path: string, goals: Goals) => {
        const context = await browser.newContext(viewport satisfies BrowserContextOptions);
        rows.push(...(await measurePage(await context.newPage(), site.url + path, `${path}, ${name}`, goals)));
        await context.close();
      };
      await measure('/', { script: 10_000, all: 85_000, ideal: 60_000, withoutImages: false });
      await measure(post, { all: 75_000, withoutImages: true });
    }
    return rows;
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function measurePage(page: Page, url: string, name: string, goals: Goals): Promise<Row[]> {
  const sizes = await countBytes(await page.context().newCDPSession(page));
  await page.goto(url, { waitUntil: 'networkidle', timeout: 60_000 });
  const first = { ...sizes };
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
      figure: formatKilobytes(sizes.script),
      goal: '≤ 120 KB',
      met: sizes.script <= 120_000,
    },
  ];
}

function totalRow(first: Sizes, goals: Goals): Row {
  const total = Object.values(first).reduce((sum, bytes) => sum + bytes, 0);
  const counted = goals.withoutImages ? total - first.image : total;
  const parts = Object.entries(first).map(([kind, bytes]) => `${kind} ${(bytes / 1000).toFixed(1)}`);
  return {
    measure: goals.withoutImages ? '  total without images' : '  total',
    figure: `${formatKilobytes(counted)} (${parts.join(', ')})`,
    goal: `≤ ${formatKilobytes(goals.all)}${goals.ideal ? `, ideally ${formatKilobytes(goals.ideal)}` : ''}`,
    met: counted <= goals.all,
  };
}

/** Counts what the session's page downloads from now on. */
async function countBytes(session: CDPSession): Promise<Sizes> {
  const sizes: Sizes = { document: 0, script: 0, font: 0, image: 0, other: 0 };
  const kinds = new Map<string, keyof Sizes>();
  session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (!request.url.startsWith('data:')) kinds.set(requestId, kindOf(type));
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind) sizes[kind] += encodedDataLength;
  });
  await session.send('Network.enable');
  return sizes;
}

function kindOf(type: string | undefined): keyof Sizes {
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
