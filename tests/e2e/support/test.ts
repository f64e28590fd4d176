import { test as base, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { type SiteSettings, startRunningSite } from './running-site.ts';
import { createSiteFixture, type SiteFixture } from './site-fixture.ts';

export type { TestUser } from './site-fixture.ts';

/** Tries are limited by network, so each test has one of its own. */
const byte = () => Math.floor(Math.random() * 256);

/** What went wrong in the browser while a test ran. */
interface Trouble {
  /** Says that trouble which matches is part of the test. It must then happen. */
  announce(pattern: RegExp): void;
}

/** The site of the running file, if the file has its own (`testOnOwnSite`). */
export let site: SiteFixture;

/** Ends the worker's site and starts another. Throws if the one that ends logged a warning or an error. */
type StartSite = (command: 'start' | 'dev', settings: SiteSettings) => Promise<void>;

/** All tests can have the same of their worker: else a new one, with its own browser, would begin wherever they alternate. */
const testInWorker = base.extend<{ trouble: Trouble }, { startSite: StartSite }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its first parameter.
  extraHTTPHeaders: async ({}, use) => {
    await use({ 'x-test-network': `10.${byte()}.${byte()}.${byte()}` });
  },
  trouble: [
    async ({ context, baseURL }, use) => {
      const seen: string[] = [];
      const announced: RegExp[] = [];
      watch(context, new URL(baseURL ?? '').origin, line => seen.push(line));
      await use({ announce: pattern => void announced.push(pattern) });
      await settle(context);
      const surprising = seen.filter(line => !announced.some(pattern => pattern.test(line)));
      expect(surprising, 'trouble in the browser').toEqual([]);
      const missing = announced.filter(pattern => !seen.some(line => pattern.test(line)));
      expect(missing.map(String), 'announced trouble that did not happen').toEqual([]);
    },
    { auto: true },
  ],
  startSite: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its first parameter.
    async ({}, use) => {
      let current: SiteFixture | undefined;
      const stop = async () => {
        const stopping = current;
        current = undefined;
        await stopping?.stop();
      };
      await use(async (command, settings) => {
        await stop();
        site = current = createSiteFixture(await startRunningSite(command, settings));
      });
      await stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

/**
 * Playwright's test, which besides fails on everything that a reader's console or network panel would show: an error
 * or a warning, a breach of the content security policy, a failed request, a status from 400, a call to another host.
 */
export const test: ReturnType<typeof base.extend<{ trouble: Trouble }>> = testInWorker;

export { expect };

/** What `test.use` is told where motion is part of what readers get: everywhere else it is off (playwright.config.ts). */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

interface OwnSiteOptions {
  /** The built site, or the one from the sources. */
  readonly command?: 'start' | 'dev';
  /** In `serial` mode the tests after a failed one are skipped. */
  readonly mode?: 'default' | 'serial';
  /** Called right before the site starts. */
  readonly settings?: () => SiteSettings | Promise<SiteSettings>;
}

/**
 * Returns the test for a file (or a `describe`) that has a site of its own: a new process on a copy of the template. Its
 * tests run in order in one worker, which goes on to the next file with the same browser.
 */
export function testOnOwnSite({ command = 'start', mode = 'default', settings = () => ({}) }: OwnSiteOptions = {}) {
  const testOnIt = testInWorker.extend({
    // Playwright also asks before the worker's first site has started.
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its first parameter.
    baseURL: async ({}, use) => use((site as SiteFixture | undefined)?.url),
  });
  testOnIt.describe.configure({ mode });
  testOnIt.beforeAll(async ({ startSite }) => startSite(command, await settings()));
  return testOnIt;
}

/**
 * Chromium says so where a new document was shown before its crossfade from the old one could begin, or wants none, as the
 * pages of a fake provider: it then just stands there.
 */
const NO_CROSSFADE =
  /^Transition was aborted because of invalid state\. (?:Page already revealed|ViewTransition opt-in disabled)$/;

function watch(context: BrowserContext, origin: string, note: (line: string) => void): void {
  context.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') {
      note(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  context.on('weberror', failure => {
    const { message } = failure.error();
    if (!NO_CROSSFADE.test(message)) note(`page error: ${message}`);
  });
  context.on('request', request => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== origin) note(`foreign request: ${request.url()}`);
  });
  context.on('requestfailed', request => {
    // Leaving a page calls off what it was still loading.
    const reason = request.failure()?.errorText ?? '';
    if (reason !== 'net::ERR_ABORTED') note(`request failed: ${request.method()} ${request.url()} ${reason}`);
  });
  context.on('response', response => {
    if (response.status() >= 400) note(`status ${response.status()}: ${response.request().method()} ${response.url()}`);
  });
}

/** Messages come in order, so after an answer from each page none from before is still on its way. */
async function settle(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.evaluate(() => 0).catch(() => {});
}

/** Gives the first sign of intent, as a reader with a mouse does, and waits until React has taken the page over. */
export async function hydratePage(page: Page): Promise<void> {
  // By the mouse itself: hover() may scroll the page to what already stands there.
  const box = await page.getByRole('banner').getByRole('link').first().boundingBox();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await waitForHydration(page);
}

/** Waits until React has taken the page over: it says when it begins, and is done when the browser has nothing to do. */
export async function waitForHydration(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-app', 'ready');
  await page.evaluate(() => new Promise<void>(resolve => requestIdleCallback(() => resolve())));
}

/** Waits until the page has its fonts, and what is out of sight is laid out as well. */
export async function waitForFullRender(page: Page): Promise<void> {
  await expect(page.locator('html')).not.toHaveClass(/unpainted|partial/);
}

/** Waits until the page has been idle twice, by when it has done what the latest event made it do. */
export async function waitForIdle(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>(resolve => requestIdleCallback(() => requestIdleCallback(() => resolve()))),
  );
}

/** Waits for ten frames. A smooth scroll that has begun shows by then. */
export async function waitForFrames(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>(resolve => {
        let left = 10;
        const next = () => (left-- > 0 ? requestAnimationFrame(next) : resolve());
        next();
      }),
  );
}

/** Holds requests to an address until the returned function is called. */
export async function holdRequests(page: Page, address: string): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async route => {
    await held;
    await route.continue().catch(() => {});
  });
  return release;
}

/** Returns the list of this page's changes that it aborts from now on: they may still reach the site, late. */
export function listAbortedChanges(page: Page): readonly string[] {
  const aborted: string[] = [];
  page.on('requestfailed', request => request.method() !== 'GET' && aborted.push(request.url()));
  return aborted;
}

/** Puts a sign on the document that only a navigation within the browser keeps. */
export async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => (document.documentElement.dataset.kept = 'yes'));
}

/** The document is the one that was marked: nothing since then has loaded a page anew. */
export async function expectSameDocument(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-kept', 'yes');
}

/** A document was loaded in place of the one that was marked. */
export async function expectNewDocument(page: Page): Promise<void> {
  await expect(page.locator('html')).not.toHaveAttribute('data-kept');
}

/** Presses Tab until `reached` has focus. Fails after `most` presses. */
export async function tabTo(page: Page, reached: Locator, most = 40): Promise<void> {
  // Looking an element up by its role costs far more than pressing a key, so it is done once.
  let element = await reached.elementHandle();
  for (let pressed = 0; pressed < most; pressed++) {
    await page.keyboard.press('Tab');
    if (!(await element?.evaluate(it => it.isConnected))) element = await reached.elementHandle();
    if (await element?.evaluate(it => it === document.activeElement)) return;
  }
  await expect(reached, `${most} times Tab`).toBeFocused();
}

/** Adds the whole style sheet to a page, which has only its own part of it until React takes it over. */
export function addFullStylesheet(page: Page) {
  return page.evaluateHandle(async () => {
    const href = document.querySelector<HTMLElement>('script[data-style]')?.dataset.style ?? '';
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    await new Promise((resolve, reject) => {
      link.addEventListener('load', resolve);
      link.addEventListener('error', reject);
      document.head.append(link);
    });
    return link;
  });
}

/** A page's HTML for reading its parts: the browser would hold its style against the open page's content security policy. */
export function stripStyle(html: string): string {
  return html.replace(/<style>[\s\S]*?<\/style>/, '');
}
