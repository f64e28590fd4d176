import { expect, it } from 'vitest';
import { documentEmailKinds } from '#features/billing/contract/document-design.ts';
import { getDefaultEmailText, getEmailLabels } from '#features/billing/rules/document-emails.ts';
import { getDocumentTexts } from '#features/billing/rules/document-texts/texts.ts';
import { getPaymentEmailTexts } from '#features/payments/rules/email-texts.ts';
import { getPaymentTexts } from '#features/payments/rules/payment-texts/texts.ts';

it.each([
  ['documents', getDocumentTexts('fr')],
  ['emails', [getEmailLabels('fr'), ...documentEmailKinds.map(kind => getDefaultEmailText(kind, 'fr'))]],
  ['the payment form', getPaymentTexts('fr')],
  ['emails about payments', getPaymentEmailTexts('fr')],
])('no line of French %s begins with a punctuation mark', (_, texts) => {
  const all = JSON.stringify(texts);
  expect(all).toMatch(/\u00A0[»:;?!]/);
  expect(all).not.toMatch(/ [»:;?!]|« /);
});
