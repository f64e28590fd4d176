import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns axe's violations, except for the given rules. */
export async function listAxeViolations(page: Page, except: string[] = []): Promise<string[]> {
  return foundBy((await axeIn(page)).withTags(RULES).disableRules(except));
}

/** Returns axe's color violations on a page, or in one part of it. */
export async function listContrastViolations(page: Page, part?: string): Promise<string[]> {
  const axe = (await axeIn(page)).withRules(['color-contrast', 'link-in-text-block']);
  return foundBy(part === undefined ? axe : axe.include(part));
}

/** Returns axe's violations in one part of a page, without color rules. */
export async function listAxeViolationsIn(page: Page, part: string): Promise<string[]> {
  return foundBy((await axeIn(page)).include(part).withTags(RULES).disableRules(['color-contrast']));
}

/** Loads axe once per document: it is half a megabyte and reads every style sheet. */
async function axeIn(page: Page): Promise<AxeBuilder> {
  const have = await Promise.all(page.frames().map(frame => frame.evaluate(() => 'axe' in window)));
  const again = have.every(Boolean);
  const axe = new AxeBuilder(again ? { page, axeSource: ';' } : { page });
  // Without this, axe also reports each passing element with a selector, which takes most of its time.
  return axe.options({ resultTypes: ['violations'], preload: !again }).setLegacyMode(true);
}

async function foundBy(axe: AxeBuilder): Promise<string[]> {
  const { violations: found } = await axe.analyze();
  return found.flatMap(rule => rule.nodes.map(node => `${rule.id}: ${node.target.join(' ')} ${node.failureSummary}`));
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
      const stretched = getComputedStyle(control, '::after').position === 'absolute' && control.matches('.stretched');
      const card = stretched ? control.closest('.relative') : control;
      // Clicking the label of a checkbox works, too.
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
