// What other parts of the product may import in the browser.
export { MoneySummarySection } from './components/MoneySummarySection.tsx';
export { formatTransfer } from './rules/exchange.ts';
export { getKindLabels } from './rules/labels.ts';
