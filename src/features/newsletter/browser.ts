// What other parts of the product may import in the browser.
export { ImportSummary } from './components/ImportSummary.tsx';
export { NewsletterTasks } from './components/NewsletterTasks.tsx';
