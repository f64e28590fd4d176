// The public API of this feature in the browser.
export { WeekSummaryCard } from './components/WeekSummaryCard.tsx';
