import type { FileChooser, Locator, Page } from '@playwright/test';
import { expect, waitForHydration } from './test.ts';

/** The most tab stops between two controls of a journey. */
const MAX_STOPS = 90;

/** Returns the key that brings the focus closer to an element; null if it has the focus, undefined if it was replaced. */
function findNextKey(element: Element): string | null | undefined {
  const { activeElement: active } = document;
  if (!element.isConnected) return undefined;
  if (active === element) return null;
  const isRadio = (it: Element | null): it is HTMLInputElement => it instanceof HTMLInputElement && it.type === 'radio';
  const isBefore = active && active.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
  if (isRadio(active) && isRadio(element) && active.name === element.name) return isBefore ? 'ArrowUp' : 'ArrowDown';
  return isBefore ? 'Shift+Tab' : 'Tab';
}

/** Whether the focused element, or its visible counterpart, has an outline or a shadow. */
function hasVisibleFocus(element: Element): boolean {
  return [element, element.parentElement, element.closest('label')].some(it => {
    if (!it) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(it);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  });
}

/** Uses a page by keyboard alone. Fails if a control can't be reached, has no visible focus, or an action loses the focus. */
export function useKeyboard(page: Page) {
  let isNewDocument = true;
  // Added early, because the first listener takes effect only after a while.
  const dialogs: FileChooser[] = [];
  page.on('filechooser', dialog => dialogs.push(dialog));

  /** Moves the focus to a control with the Tab key, and with arrow keys among radio buttons. */
  async function reach(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    if (!isNewDocument) {
      const hasFocus = () => page.evaluate(() => document.activeElement !== document.body);
      await expect.poll(hasFocus, `an element has the focus before ${String(target)}`).toBe(true);
    }
    isNewDocument = false;
    let element = await target.elementHandle();
    for (let stop = 0; stop < MAX_STOPS; stop++) {
      const key = await element?.evaluate(findNextKey);
      if (key === null) break;
      if (key === undefined) element = await target.elementHandle();
      else await page.keyboard.press(key);
    }
    await expect(target).toBeFocused();
    expect(await target.evaluate(hasVisibleFocus), `${String(target)} has a visible focus`).toBe(true);
  }

  return {
    reach,
    /** Opens a document. */
    async open(path: string): Promise<void> {
      await page.goto(path);
      await waitForHydration(page);
      isNewDocument = true;
    },
    /** Expects that the last key opened another document. */
    async expectDocument(url: RegExp): Promise<void> {
      await page.waitForURL(url);
      isNewDocument = true;
    },
    async press(target: Locator, key = 'Enter'): Promise<void> {
      await reach(target);
      await page.keyboard.press(key);
    },
    /** Replaces the text of a field. */
    async type(target: Locator, text: string): Promise<void> {
      await reach(target);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(text);
    },
    /** Types a date such as 2026-01-31 into a date field. */
    async typeDate(target: Locator, date: string): Promise<void> {
      const [year = '', month = '', day = ''] = date.split('-');
      await reach(target);
      await page.keyboard.type(month + day + year);
      await expect(target).toHaveValue(date);
    },
    /** Chooses an option by typing its label. */
    async choose(target: Locator, label: string): Promise<void> {
      await reach(target);
      await page.keyboard.type(label);
      await expect(target.locator('option:checked')).toContainText(label);
    },
    /** Downloads a link's file, and returns its name. */
    async download(target: Locator): Promise<string> {
      await reach(target);
      const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
      return download.suggestedFilename();
    },
    /** Chooses a file in the dialog that a field opens. */
    async chooseFile(target: Locator, name: string, content: string): Promise<void> {
      await reach(target);
      await page.keyboard.press('Enter');
      await expect.poll(() => dialogs.length, 'a dialog to choose a file').toBe(1);
      await dialogs.pop()?.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
    },
  };
}

export type Keyboard = ReturnType<typeof useKeyboard>;
