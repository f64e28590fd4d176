import { expect, it } from 'vitest';
import { documentFixture } from '#tests/support/billing-document-fixture.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import type { DocumentLanguage } from '../contract/document-design.ts';
import { listLineDetails } from './labels.ts';

it.each<[DocumentLanguage, string]>([
  ['en', 'Discount 10%: -€50.00'],
  ['de', 'Rabatt 10\u{a0}%: -50,00\u{a0}€'],
  ['fr', 'Remise 10\u{a0}%\u{a0}: -50,00\u{a0}€'],
])('labels the discount of a line with the colon of its language: %s', (language, text) => {
  const discount = { amount: toMinorUnits(5000), basisPoints: 1000 };
  const line = { description: 'Design', detail: null, quantity: 1, unitAmount: toMinorUnits(50_000), term: null };
  const client = { name: 'Harbor & Pine', email: null, addressLines: [], taxId: null, language };
  const document = documentFixture({ client, currency: 'EUR', lineItems: [{ ...line, discount }] });
  expect(document.lineItems.flatMap(item => listLineDetails(item, document))).toEqual([text]);
});
