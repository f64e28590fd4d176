import type { Page } from '@playwright/test';
import {
  listContrastViolations,
  missingPictures,
  findSmallTouchTargets,
  findHorizontalOverflow,
  listAxeViolations,
} from './audits.ts';
import { expect } from './test.ts';

const softly = expect.configure({ soft: true });

/** Opens a page and looks at it in both themes, from phone to desktop: nothing sticks out, nothing is barred to anyone. */
export async function checkPageAppearance(page: Page, path: string, status = 200): Promise<void> {
  expect((await page.goto(path))?.status()).toBe(status);
  await checkAppearance(page, path);
  expect.soft(await missingPictures(page), 'pictures that did not load').toEqual([]);
}

/** The same for what is open already. A theme is a class of the document, so that the second is put on where it stands. */
export async function checkAppearance(page: Page, what: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(page, theme);
    await lookAt(page, what, theme);
  }
}

/** Puts an open page into a theme, all of its colours at once: no transition begins while it takes them on. */
export async function setTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate(chosen => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after, ::backdrop { transition: none !important }');
    const sheets = document.adoptedStyleSheets;
    document.adoptedStyleSheets = [...sheets, still];
    // Transitions that run already are called off, too.
    document.getAnimations();
    document.documentElement.classList.remove('dark', 'light');
    document.documentElement.classList.add(chosen);
    // Asking for animations makes the browser reckon all styles now.
    const left = document.getAnimations().filter(animation => animation instanceof CSSTransition);
    document.adoptedStyleSheets = sheets;
    if (left.length > 0) throw new Error(`${left.length} colours still change.`);
  }, theme);
}

async function lookAt(page: Page, what: string, theme: 'dark' | 'light'): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  // The second theme is the same page in other colours, which are judged where the page is widest and narrowest.
  for (const width of theme === 'dark' ? [1440, 1024, 768, 360, 320] : [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    // The page takes on its new width a moment after the browser says it has.
    await softly.poll(() => findHorizontalOverflow(page), `${what} is wider than ${width} px, ${theme}`).toEqual([]);
    if (width === 1440 || width === 360) {
      const found = await (theme === 'dark' ? listAxeViolations(page) : listContrastViolations(page));
      expect.soft(found, `${what}: axe at ${width} px, ${theme}`).toEqual([]);
    }
    if (width === 360 && theme === 'dark') {
      expect.soft(await findSmallTouchTargets(page), `${what} has what is smaller than a finger`).toEqual([]);
    }
  }
}
