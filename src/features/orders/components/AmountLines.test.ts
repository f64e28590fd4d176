import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { QuickQuoteLineItems } from './QuickQuoteLineItems.tsx';

const values = {
  intent: 'quote-support',
  request: '7',
  'description-0': 'A map',
  'amount-0': '80',
  'description-2': 'Its frame',
  'amount-2': 'much',
};
const failed = { message: 'Wrong.', fields: { 'lines.1.amount': 'Write a plain amount.' } };

/** The fields as a page without script gets them: name, what stands in it, and whether it is wrong. */
function shown(fields: Record<string, string>) {
  const props = { intent: 'quote-support', fields, currency: 'USD', refused: { failed, values } };
  const html = renderToStaticMarkup(createElement(QuickQuoteLineItems, props));
  return [...html.matchAll(/<input[^>]*>/g)].flatMap(([input]) => {
    const of = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1];
    return of('value') ? [[of('name'), of('value'), of('aria-invalid')]] : [];
  });
}

it('keeps what was typed into a quote that was refused, and says what is wrong beside its line', () => {
  expect(shown({ request: '7' })).toEqual([
    ['description-0', 'A map', undefined],
    ['amount-0', '80', undefined],
    ['description-2', 'Its frame', undefined],
    ['amount-2', 'much', 'true'],
  ]);
});

it('leaves other forms of the same kind empty', () => {
  expect(shown({ request: '8' })).toEqual([]);
});
