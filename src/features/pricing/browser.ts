// The public API of this feature in the browser.
export { PlanPrice } from './components/PlanPrice.tsx';
export { PriceListSelect } from './components/PriceListSelect.tsx';
export { useVersionedForm } from './hooks/use-versioned-form.tsx';
export { listPrices, type PriceListItem } from './rules/price-list.ts';
