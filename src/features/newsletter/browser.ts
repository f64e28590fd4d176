// The public API of this feature in the browser.
export { ImportSummary } from './components/ImportSummary.tsx';
export { NewsletterTasks } from './components/NewsletterTasks.tsx';
