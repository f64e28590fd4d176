import { test as base, type BrowserContext, expect, type Locator, type Page, type Request } from '@playwright/test';
import { createSiteHost, type Environment, inOwnProcess, type SiteHost, startRunningSite } from './running-site.ts';
import { createSiteFixture, type SiteFixture } from './site-fixture.ts';

export type { TestUser } from './site-fixture.ts';

/** Rate limits count by network, so each test has its own. */
const byte = () => Math.floor(Math.random() * 256);

/** Problems in the browser while a test runs. */
interface Trouble {
  /** Declares that a problem matching the pattern is expected. The test fails if it doesn't happen. */
  announce(pattern: RegExp): void;
}

/** The test file's own site, if it has one (`testOnOwnSite`). */
export let site: SiteFixture;

/**
 * Stops the worker's site and starts another, in the same process if it is built. Throws if the stopped one logged a
 * warning or an error.
 */
type StartSite = (command: 'start' | 'dev', environment: Environment) => Promise<void>;

/**
 * All tests use the same worker fixtures: otherwise Playwright would start a new worker, with a new browser, wherever
 * they alternate.
 */
const testInWorker = base.extend<{ trouble: Trouble }, { startSite: StartSite }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its first parameter.
  extraHTTPHeaders: async ({}, use) => {
    await use({ 'x-test-network': `10.${byte()}.${byte()}.${byte()}` });
  },
  trouble: [
    async ({ context, baseURL }, use) => {
      const seen: string[] = [];
      const announced: RegExp[] = [];
      pending.clear();
      watch(context, new URL(baseURL ?? '').origin, line => seen.push(line));
      await use({ announce: pattern => void announced.push(pattern) });
      await settle(context);
      const surprising = seen.filter(line => !announced.some(pattern => pattern.test(line)));
      expect(surprising, 'problems in the browser').toEqual([]);
      const missing = announced.filter(pattern => !seen.some(line => pattern.test(line)));
      expect(missing.map(String), 'announced problems that did not happen').toEqual([]);
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
      let host: SiteHost | undefined;
      await use(async (command, environment) => {
        await stop();
        const start = command === 'start' ? (host ??= createSiteHost()).start : inOwnProcess(command);
        site = current = createSiteFixture(await startRunningSite(start, environment));
      });
      await stop();
      await host?.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

/**
 * Playwright's test, which also fails on any problem in the console or network panel: an error or warning, a violation
 * of the content security policy, a failed request, a status from 400, a request to another host.
 */
export const test: ReturnType<typeof base.extend<{ trouble: Trouble }>> = testInWorker;

export { expect };

/** Options of `test.use` for tests of animations, which are off everywhere else (playwright.config.ts). */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

interface OwnSiteOptions {
  /** The built site, or the development server. */
  readonly command?: 'start' | 'dev';
  /** In `serial` mode, tests after a failed one are skipped. */
  readonly mode?: 'default' | 'serial';
  /** Called right before the site starts. Returns environment variables. */
  readonly prepare?: () => Environment | Promise<Environment>;
}

/**
 * Returns the test function of a file (or a `describe`) with its own site on a copy of the template. The tests run in
 * order in one worker, which continues with the next file in the same browser.
 */
export function testOnOwnSite({ command = 'start', mode = 'default', prepare = () => ({}) }: OwnSiteOptions = {}) {
  const testOnIt = testInWorker.extend({
    // Playwright also reads this before the worker's first site has started.
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its first parameter.
    baseURL: async ({}, use) => use((site as SiteFixture | undefined)?.url),
  });
  testOnIt.describe.configure({ mode });
  testOnIt.beforeAll(async ({ startSite }) => startSite(command, await prepare()));
  return testOnIt;
}

/**
 * Chromium reports this if a new document was shown before its crossfade from the old one could start, or if it has no
 * crossfade, as with the fake providers. The page then appears without one.
 */
const NO_CROSSFADE =
  /^Transition was aborted because of invalid state\. (?:Page already revealed|ViewTransition opt-in disabled)$/;

/** The current test's requests without a complete response. */
const pending = new Set<Request>();

function watch(context: BrowserContext, origin: string, note: (line: string) => void): void {
  context.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') {
      note(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  context.on('weberror', failure => {
    const { message } = failure.error();
    if (!NO_CROSSFADE.test(message)) note(`page error: ${message} (${failure.page()?.url()})`);
  });
  context.on('request', request => {
    pending.add(request);
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== origin) note(`foreign request: ${request.url()}`);
  });
  context.on('requestfinished', request => pending.delete(request));
  context.on('requestfailed', request => {
    pending.delete(request);
    // Leaving a page aborts its pending requests.
    const reason = request.failure()?.errorText ?? '';
    if (reason !== 'net::ERR_ABORTED') note(`request failed: ${request.method()} ${request.url()} ${reason}`);
  });
  context.on('response', response => {
    if (response.status() >= 400) note(`status ${response.status()}: ${response.request().method()} ${response.url()}`);
  });
}

/** Messages arrive in order, so after a response from each page all earlier ones have arrived. */
async function settle(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.evaluate(() => 0).catch(() => {});
}

/** Moves the mouse over the page, as a reader would, and waits until React has hydrated it. */
export async function hydratePage(page: Page): Promise<void> {
  // Moves the mouse directly, because hover() may scroll.
  const box = await page.getByRole('banner').getByRole('link').first().boundingBox();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await waitForHydration(page);
}

/**
 * Waits until React has hydrated the page: it sets an attribute when it starts, and is done when the browser is idle.
 * On a busy machine, Chromium may run no idle callback for a minute unless it has a timeout.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-app', 'ready');
  await page.evaluate(() => new Promise<void>(resolve => requestIdleCallback(() => resolve(), { timeout: 5000 })));
}

/** Waits until the page's fonts have replaced the fallback fonts. */
export async function waitForFonts(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.fonts].some(({ family, status }) => family.includes('Source Serif 4') && status === 'loaded'),
  );
  await page.evaluate(() => document.fonts.ready);
}

/** Waits until the page has been idle twice, which is after it has handled the latest event. */
export async function waitForIdle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>(resolve => {
        const timeout = 5000;
        requestIdleCallback(() => requestIdleCallback(() => resolve(), { timeout }), { timeout });
      }),
  );
}

/**
 * Waits until no request is pending. Needed before a test signs in another user in an open page, because a request for
 * one user would fail with the session of another.
 */
export async function waitForRequests(page: Page): Promise<void> {
  // Effects of the page may send more.
  await waitForIdle(page);
  await expect.poll(() => [...pending].map(request => request.url())).toEqual([]);
}

/** Waits for ten frames. A smooth scroll that has started is visible by then. */
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

/** Navigates a hydrated page to another path without a document load, which takes several times as long. */
export async function navigateInApp(page: Page, path: string): Promise<void> {
  const layout = await page.evaluateHandle(to => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    // A step forward in the history, which React Router numbers in its state.
    const { idx } = history.state as { idx: number };
    history.pushState({ usr: null, key: crypto.randomUUID(), idx: idx + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    return document.querySelector('main');
  }, path);
  // The new page is there when focus has moved to its heading or first field, or another layout has replaced this one.
  await page.waitForFunction(
    before => !before?.isConnected || document.activeElement?.matches('h1, h2, [data-first-focus]'),
    layout,
    { timeout: 10_000 },
  );
}

/** Holds requests to a URL until the returned function is called. */
export async function holdRequests(page: Page, address: string): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async route => {
    await held;
    await route.continue().catch(() => {});
  });
  return release;
}

/** Has the site handle the next request to a URL, whose response gets lost. */
export async function loseResponse(page: Page, address: string): Promise<void> {
  await page.route(
    address,
    async route => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
}

/**
 * Opens a page, changes something after its HTML arrived, and hydrates it a minute later by the page's clock. React
 * reports HTML that differs from the data as an error, which fails the test.
 */
export async function changeBeforeHydration(page: Page, path: string, change: () => Promise<unknown>): Promise<void> {
  const app = '**/assets/hydrate-*.js';
  const release = await holdRequests(page, app);
  await page.goto(path);
  await change();
  await page.clock.fastForward('01:00');
  release();
  await hydratePage(page);
  await page.unroute(app);
}

/** Returns a list that collects this page's aborted changes. They may still reach the site later. */
export function listAbortedChanges(page: Page): readonly string[] {
  const aborted: string[] = [];
  page.on('requestfailed', request => request.method() !== 'GET' && aborted.push(request.url()));
  return aborted;
}

/** Marks the document, so tests can detect a full page load. */
export async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => (document.documentElement.dataset.kept = 'yes'));
}

/** Expects that no full page load happened since `markDocument`. */
export async function expectSameDocument(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-kept', 'yes');
}

/** Expects that a full page load happened since `markDocument`. */
export async function expectNewDocument(page: Page): Promise<void> {
  await expect(page.locator('html')).not.toHaveAttribute('data-kept');
}

/** Presses Tab until `reached` has focus. Fails after `most` presses. */
export async function tabTo(page: Page, reached: Locator, most = 40): Promise<void> {
  const isFocused = (it: Node) => (it.isConnected ? it === document.activeElement : null);
  // Locate the element once, because that takes much longer than pressing a key.
  let element = await reached.elementHandle();
  for (let pressed = 0; pressed < most; pressed++) {
    await page.keyboard.press('Tab');
    let found = await element?.evaluate(isFocused);
    if (found === null) {
      element = await reached.elementHandle();
      found = await element?.evaluate(isFocused);
    }
    if (found) return;
  }
  await expect(reached, `${most} times Tab`).toBeFocused();
}

/** Pastes HTML into an editor, as copied from another program. */
export async function pasteHtml(editor: Locator, html: string): Promise<void> {
  await editor.evaluate((element, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', copied);
    clipboardData.setData('text/plain', 'plain');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);
}
