import type { ElementContent, Root } from 'hast';

/** Letters of right-to-left scripts. */
export const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]|[\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Block elements with text. Lists and quotes are included, since their markers are at the start of a line. */
const BLOCKS = /^(?:p|h[1-6]|li|ul|ol|dt|dd|blockquote|td|th|figcaption|caption|summary)$/;

/**
 * Sets the direction of blocks with right-to-left letters, so each one's first letter determines it. `dir="auto"` skips
 * the blocks within that have their own direction, so a list or a quote around them states it.
 */
export function markDirections(root: Root): void {
  for (const node of root.children) if (node.type === 'element') mark(node);
}

/** Marks an element and its descendants. Returns its text, without code. */
function mark(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element' || node.tagName === 'pre') return '';
  const text = node.children.map(mark).join('');
  if (!BLOCKS.test(node.tagName) || !RIGHT_TO_LEFT.test(text)) return text;
  const isAround = node.children.some(child => child.type === 'element' && child.properties.dir !== undefined);
  const [first = ''] = /\p{L}/u.exec(text) ?? [];
  node.properties.dir = isAround ? (RIGHT_TO_LEFT.test(first) ? 'rtl' : 'ltr') : 'auto';
  return text;
}
