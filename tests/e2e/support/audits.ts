import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

/** The path of axe, a dependency of its Playwright package. */
const axePath = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve(
  'axe-core/axe.min.js',
);
/** The source of axe, configured not to serialize the HTML of each element that a rule checks. */
const axeSource = `${readFileSync(axePath, 'utf8')};axe.configure({ noHtml: true });`;

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The options and results of axe's `run` that are used here. */
interface AxeOptions {
  readonly runOnly: readonly string[];
  readonly rules?: Readonly<Record<string, { readonly enabled: boolean }>>;
}
interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
  }[];
}
type RunAxe = (context: string | Document, options: object) => Promise<AxeResults>;

/** Returns axe's violations, except for the given rules. */
export function listAxeViolations(page: Page, except: string[] = []): Promise<string[]> {
  return runAxe(page, { runOnly: RULES, rules: disabled(except) });
}

/** Returns axe's color violations on a page, or in one part of it. */
export function listContrastViolations(page: Page, part?: string): Promise<string[]> {
  return runAxe(page, { runOnly: ['color-contrast', 'link-in-text-block'] }, part);
}

/** Returns axe's violations in one part of a page, without color rules. */
export function listAxeViolationsIn(page: Page, part: string): Promise<string[]> {
  return runAxe(page, { runOnly: RULES, rules: disabled(['color-contrast']) }, part);
}

const disabled = (rules: string[]) => Object.fromEntries(rules.map(rule => [rule, { enabled: false }]));

/**
 * Loads axe into the document once and runs it. Only violations leave the browser. Frames are left out: they show
 * emails, which their sandbox closes to axe, and previews of public pages, which are checked on their own.
 */
async function runAxe(page: Page, options: AxeOptions, part?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(
    async ({ part: selector, options: axeOptions }) => {
      const { axe } = window as unknown as { axe: { run: RunAxe } };
      // With `resultTypes`, axe computes no selectors for elements that pass, which would take most of its time.
      const { violations } = await axe.run(selector ?? document, {
        ...axeOptions,
        resultTypes: ['violations'],
        iframes: false,
        preload: false,
      });
      return violations.flatMap(rule =>
        rule.nodes.map(({ target, failureSummary }) => `${rule.id}: ${target.join(' ')} ${failureSummary}`),
      );
    },
    { part, options },
  );
}

/** Returns the elements that make the page scroll horizontally. */
export function findHorizontalOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const wide = [...document.body.querySelectorAll('*')].filter(it => it.getBoundingClientRect().right > width + 0.5);
    return ['the page', ...wide.map(it => `${it.tagName} ${it.className}`)];
  });
}

/** Returns the images that failed to load. */
export function missingPictures(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const images = [...document.images];
    for (const image of images) image.loading = 'eager';
    await Promise.allSettled(images.map(image => image.decode()));
    // Decoding fails if the browser chooses another size before it is done.
    const settled = (image: HTMLImageElement) =>
      new Promise(resolve => {
        for (const event of ['load', 'error']) image.addEventListener(event, resolve, { once: true });
      });
    await Promise.all(images.filter(image => !image.complete).map(settled));
    return images.filter(image => image.naturalWidth === 0).map(image => image.currentSrc || image.src);
  });
}

/**
 * Returns controls under 24 px (WCAG 2.2, 2.5.8), and under 44 px for navigation, buttons and inputs. Links in a
 * sentence are as high as the line; axe checks their spacing. Disabled checkboxes are not targets.
 */
export function findSmallTouchTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll(
        'a[href], button, input:not([type=hidden], [type=checkbox]:disabled), select, textarea, summary',
      ),
    ];
    return controls.flatMap(control => {
      const stretched =
        getComputedStyle(control, '::after').position === 'absolute' && control.matches('.stretched-link');
      const card = stretched ? control.closest('.relative') : control;
      // Clicking a checkbox's label also works.
      const label = control.matches('[type=checkbox], [type=radio]') ? control.closest('label') : null;
      const { width, height } = (label ?? card ?? control).getBoundingClientRect();
      const style = getComputedStyle(control);
      const hidden = !control.checkVisibility() || style.clipPath !== 'none' || style.clip !== 'auto';
      if (hidden || (style.display === 'inline' && !stretched)) return [];
      const isField = control.matches('button, .button, input, select, textarea');
      const least = isField || control.matches('nav a') ? 44 : 24;
      if (height >= least - 0.5 && (width >= least - 0.5 || !isField)) return [];
      return [
        `${control.tagName} "${control.textContent.trim()}" ${Math.round(width)} × ${Math.round(height)} of ${least}`,
      ];
    });
  });
}
