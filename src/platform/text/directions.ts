import type { ElementContent, Root } from 'hast';

/** Letters that run from right to left, of all scripts that do. */
export const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]|[\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Blocks of words; lists and quotes take part, since their marks stand where a line begins. */
const BLOCKS = /^(?:p|h[1-6]|li|ul|ol|dt|dd|blockquote|td|th|figcaption|caption|summary)$/;

/** Sets `dir="auto"` on the blocks that have letters from right to left, so that each runs as its first letter does. */
export function markDirections(root: Root): void {
  for (const node of root.children) if (node.type === 'element') mark(node);
}

/** Marks an element and what is in it. Returns whether there are such letters. */
function mark(node: ElementContent): boolean {
  if (node.type === 'text') return RIGHT_TO_LEFT.test(node.value);
  if (node.type !== 'element' || node.tagName === 'pre') return false;
  const found = node.children.map(mark).includes(true);
  if (found && BLOCKS.test(node.tagName)) node.properties.dir = 'auto';
  return found;
}
