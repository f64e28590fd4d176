import type { Page } from '@playwright/test';
import { findSmallTouchTargets, findHorizontalOverflow, listAxeViolations } from './audits.ts';
import { expect } from './test.ts';

const DESKTOP = 1440;
const PHONE = 360;

/** From a desktop to a phone. */
export const WIDTHS = [DESKTOP, 1024, 768, 320, PHONE] as const;

const softly = expect.configure({ soft: true });

/**
 * Checks the open page from desktop to phone: overflow, touch targets, and axe once per theme, dark on a desktop and
 * light on a phone. Layout doesn't depend on the theme; a unit test checks the contrast of all colors in both
 * (tokens.test.ts). `except` are axe rules that the page breaks for a reason. After a check that ended on a phone, the
 * next one goes from phone to desktop, because each change of width or theme lays out and paints the page again.
 */
export async function checkAppearance(page: Page, what: string, except: string[] = []): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }), `${what}: main headings`).toHaveCount(1);
  const isOnPhone = page.viewportSize()?.width === PHONE;
  for (const width of isOnPhone ? WIDTHS.toReversed() : WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    // Layout follows a moment after the browser reports the new width.
    await softly.poll(() => findHorizontalOverflow(page), `${what} is wider than ${width} px`).toEqual([]);
    if (width === DESKTOP) {
      await setTheme(page, 'dark');
      expect.soft(await listAxeViolations(page, except), `${what}: axe on a desktop, dark`).toEqual([]);
    }
    if (width === PHONE) {
      expect.soft(await findSmallTouchTargets(page), `${what}: small touch targets`).toEqual([]);
      await setTheme(page, 'light');
      expect.soft(await listAxeViolations(page, except), `${what}: axe on a phone, light`).toEqual([]);
    }
  }
}

/** Switches an open page's theme without color transitions. */
export async function setTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate(chosen => {
    if (document.documentElement.classList.contains(chosen)) {
      for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
      return;
    }
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after, ::backdrop { transition: none !important }');
    const sheets = document.adoptedStyleSheets;
    document.adoptedStyleSheets = [...sheets, still];
    // This also cancels running transitions.
    document.getAnimations();
    document.documentElement.classList.remove('dark', 'light');
    document.documentElement.classList.add(chosen);
    // Reading the animations makes the browser compute all styles. Inside closed details, the list includes ended ones.
    const left = document
      .getAnimations()
      .filter(animation => animation instanceof CSSTransition && animation.playState !== 'finished');
    document.adoptedStyleSheets = sheets;
    if (left.length > 0) throw new Error(`${left.length} colors still change.`);
  }, theme);
}
