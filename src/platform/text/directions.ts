import type { ElementContent, Root } from 'hast';

/** Letters of right-to-left scripts. */
export const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]|[\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Block elements with text. Lists and quotes are included, since their markers are at the start of a line. */
const BLOCKS = /^(?:p|h[1-6]|li|ul|ol|dt|dd|blockquote|td|th|figcaption|caption|summary)$/;

/** Sets `dir="auto"` on blocks with right-to-left letters, so each one's first letter determines its direction. */
export function markDirections(root: Root): void {
  for (const node of root.children) if (node.type === 'element') mark(node);
}

/** Marks an element and its descendants. Returns whether it contains right-to-left letters. */
function mark(node: ElementContent): boolean {
  if (node.type === 'text') return RIGHT_TO_LEFT.test(node.value);
  if (node.type !== 'element' || node.tagName === 'pre') return false;
  const found = node.children.map(mark).includes(true);
  if (found && BLOCKS.test(node.tagName)) node.properties.dir = 'auto';
  return found;
}
