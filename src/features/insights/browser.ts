// What other parts of the product may import in the browser.
export { WeekSummaryCard } from './components/WeekSummaryCard.tsx';
