import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import chromiumFlags from '../../tools/chromium-flags.json' with { type: 'json' };

export const viewports = {
  /** As Lighthouse takes a phone to be. */
  mobile: {
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  },
  desktop: { viewport: { width: 1350, height: 940 } },
} satisfies Record<string, BrowserContextOptions>;

/** A Chromium that fetches nothing of its own accord; with `port`, others may steer it there. */
export function launchBrowser(port?: number): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    // It ends with the measure that started it.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: ['--headless', ...chromiumFlags, ...(port ? [`--remote-debugging-port=${port}`] : [])],
  });
}

/**
 * Reads the pages once, so that the sizes of pictures they show are made before anything is measured: on a new site
 * that work goes on for minutes after the start.
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
