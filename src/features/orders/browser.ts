// The public API of this feature in the browser.
export { getOrderStatusLabel } from './lifecycle/rules/stages.ts';
export { OrderSection } from './order-page/components/OrderSection.tsx';
