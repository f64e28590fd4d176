import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, it } from 'vitest';
import { OrderForm } from './OrderForm.tsx';
import { QuickQuoteLineItems } from './QuickQuoteLineItems.tsx';

const values = {
  intent: 'quote-support',
  request: '7',
  'description-0': 'A map',
  'amount-0': '80',
  'description-2': 'Its frame',
  'amount-2': 'much',
};
const failed = { message: 'Wrong.', fields: { 'lineItems.1.amount': 'Write a plain amount.' } };

/** Name, value and `aria-invalid` of the fields in the static HTML, as without JavaScript. */
function shown(fields: Record<string, string>) {
  const lines = createElement(QuickQuoteLineItems, { currency: 'USD' });
  const form = createElement(OrderForm, { intent: 'quote-support', fields, label: 'Send' }, lines);
  const Page = createRoutesStub([{ id: 'order', path: '/', Component: () => form }]);
  const loaderData = { order: { idempotencyKey: 'a' } };
  const html = renderToStaticMarkup(
    createElement(Page, { hydrationData: { actionData: { order: { failed, values } }, loaderData } }),
  );
  return [...html.matchAll(/<input[^>]*>/g)].flatMap(([input]) => {
    if (input.includes('type="hidden"')) return [];
    const of = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1];
    return of('value') ? [[of('name'), of('value'), of('aria-invalid')]] : [];
  });
}

it('keeps the values of a rejected quote and shows the error on its line', () => {
  expect(shown({ request: '7' })).toEqual([
    ['description-0', 'A map', undefined],
    ['amount-0', '80', undefined],
    ['description-2', 'Its frame', undefined],
    ['amount-2', 'much', 'true'],
  ]);
});

it('leaves other forms of the same intent empty', () => {
  expect(shown({ request: '8' })).toEqual([]);
});
