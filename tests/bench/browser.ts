import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import chromiumFlags from '../../tools/chromium-flags.json' with { type: 'json' };

export const viewports = {
  /** The phone that Lighthouse emulates. */
  mobile: {
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  },
  desktop: { viewport: { width: 1350, height: 940 } },
} satisfies Record<string, BrowserContextOptions>;

/** Launches a Chromium without background requests; `port` enables remote debugging. */
export function launchBrowser(port?: number): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    // The browser is closed with the measurement that started it.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: ['--headless', ...chromiumFlags, ...(port ? [`--remote-debugging-port=${port}`] : [])],
  });
}

/**
 * Visits the pages once, so their image sizes exist before measuring: a new site generates them for minutes after
 * the start.
 */
export async function visitOnce(browser: Browser, url: string, pages: readonly string[]): Promise<void> {
  for (const viewport of Object.values(viewports)) {
    const context = await browser.newContext(viewport);
    const page = await context.newPage();
    for (const path of pages) {
      await page.goto(url + path, { waitUntil: 'networkidle', timeout: 60_000 });
      await delay(300);
    }
    await context.close();
  }
}
