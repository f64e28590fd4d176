// What other parts of the product may import in the browser.
export { eventLabels } from './rules.ts';
