// What other parts of the product may import in the browser.
export { formatTransfer } from './rules/exchange.ts';
export { getKindLabels } from './rules/labels.ts';
