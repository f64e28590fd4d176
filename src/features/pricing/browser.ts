// What other parts of the product may import in the browser.
export { DraftRestored } from './components/DraftRestored.tsx';
export { EditConflict } from './components/EditConflict.tsx';
export { SelectField } from './components/OfferFields.tsx';
export { PlanPrice } from './components/PlanPrice.tsx';
export { formatAmountInput } from './rules/parse-amount.ts';
