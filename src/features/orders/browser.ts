// What other parts of the product may import in the browser.
export { getOrderStatusLabel } from './lifecycle/rules/stages.ts';
export { OrderSection } from './order-page/components/OrderSection.tsx';
