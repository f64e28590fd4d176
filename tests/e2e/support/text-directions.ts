import type { Locator } from '@playwright/test';

/** Returns for each element with text at which side its last line ends. */
export const listTextEnds = (elements: Locator): Promise<('left' | 'right')[]> =>
  elements.filter({ hasText: /./ }).evaluateAll(all =>
    all.map(element => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const characters: { node: Node; offset: number; value: string }[] = [];
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const current = node;
        (node.nodeValue ?? '').split('').forEach((value, offset) => characters.push({ node: current, offset, value }));
      }
      const [first, last] = [characters.findLastIndex(({ value }) => value === '\n') + 1, characters.length - 1];
      const [start = 0, end = 0] = [first, last].map(index => {
        const { node, offset } = characters[index] ?? { node: element, offset: 0 };
        const range = document.createRange();
        range.setStart(node, offset);
        range.setEnd(node, offset + 1);
        return range.getBoundingClientRect().left;
      });
      return end < start ? 'left' : 'right';
    }),
  );
