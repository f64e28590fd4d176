import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { OrderFunnel } from './OrderFunnel.tsx';

const funnel = { visitors: 5, viewedPricing: 4, startedCheckout: 1, ordered: 80, paid: 60 };
const sharesOf = (of: typeof funnel) =>
  renderToStaticMarkup(createElement(OrderFunnel, { funnel: of })).match(/\d+% of visitors/g);

it('shows a share only for steps taken by visitors, and none without visitors', () => {
  expect(sharesOf(funnel)).toEqual(['80% of visitors', '20% of visitors']);
  expect(sharesOf({ ...funnel, visitors: 0, viewedPricing: 0, startedCheckout: 0 })).toBeNull();
});
