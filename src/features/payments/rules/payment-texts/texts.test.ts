import { describe, expect, it } from 'vitest';
import { documentLanguages } from '#features/billing/contract/document-design.ts';
import { placeholdersOf } from '#tests/support/text-placeholders.ts';
import { createPaymentSchema } from '../../contract/checkout.ts';
import { english } from './english.ts';
import { getPaymentTexts, translateError, translateFailure } from './texts.ts';

const amounts = { min: '50,00 €', max: '200,00 €' };

describe('payment texts', () => {
  it.each(documentLanguages)('in %s are complete, with the placeholders of the English ones', language => {
    const texts = getPaymentTexts(language);
    expect(placeholdersOf(texts)).toEqual(placeholdersOf(english));
    expect(JSON.stringify(texts)).not.toContain('""');
  });

  it('include the messages of the form’s fields', () => {
    const transfer = { number: '1', token: 'x', method: 'bkash', sender: '', reference: 'x'.repeat(121), amount: '' };
    const inputs = [{}, { ...transfer, idempotencyKey: 'x' }, { ...transfer, sender: 'A', reference: '' }];
    const messages = inputs.flatMap(input => createPaymentSchema.safeParse(input).error?.issues ?? []);
    expect(messages.length).toBeGreaterThan(4);
    for (const { message } of messages) expect(translateError(message, 'de', amounts)).not.toBe(message);
  });

  it.each([
    ['Choose a payment method.', 'de', 'Wählen Sie eine Zahlungsart.'],
    ['Enter at most $200.00.', 'de', 'Geben Sie höchstens 200,00 € ein.'],
    ['Enter at least $50.00, or pay all of it.', 'fr', 'Saisissez au moins 50,00 €, ou payez la totalité.'],
    ['Something else went wrong.', 'bn', 'Something else went wrong.'],
  ] as const)('translate the error “%s” to %s', (message, language, expected) => {
    expect(translateError(message, language, amounts)).toBe(expected);
  });

  it('translate why a payment failed, but not the owner’s reason', () => {
    expect(translateFailure('PayPal declined the payment.', 'fr')).toBe('PayPal a refusé le paiement.');
    expect(translateFailure('This transfer doesn’t exist.', 'fr')).toBe('This transfer doesn’t exist.');
  });
});
