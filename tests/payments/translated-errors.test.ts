import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentLanguages } from '#features/billing/contract/document-design.ts';
import { createPaymentSchema } from '#features/payments/contract/checkout.ts';
import { translateError } from '#features/payments/rules/payment-texts/texts.ts';
import { stripComments } from '../support/import-graph.ts';

/** The files whose messages the endpoints of the payment panel return. */
const files = [
  'src/app/http.ts',
  'src/features/billing/actions/document-urls.ts',
  'src/features/media/actions/pictures.ts',
  'src/features/media/rules.ts',
  'src/features/orders/lifecycle/actions/payment-listener.ts',
  'src/features/payments/actions/create-payment.ts',
  'src/features/payments/actions/entered-amount.ts',
  'src/features/payments/actions/payments.ts',
  'src/features/payments/actions/proofs.ts',
  'src/features/payments/actions/start-checkout.ts',
  'src/features/payments/contract/checkout.ts',
  'src/shared/parse-amount.ts',
  'src/platform/api/errors.ts',
  'src/platform/api/idempotency.ts',
  'src/platform/browser/fetch-with-timeout.ts',
  'src/platform/http/rate-limits.ts',
];

/** Messages in these files that a user can't cause with the form. */
const others = new Set([
  // Other endpoints
  'The site is stopping.',
  'Copy the full link and try again.',
  'This image doesn’t exist.',
  'This file type isn’t supported. Choose a PDF or ZIP.',
  'This file is larger than 50 MB. Choose a smaller one.',
  // Other clients of the API
  'This address doesn’t support this method.',
  'Send JSON with the content type application/json.',
  'Send a PNG, JPEG, WebP, AVIF or GIF as the request body, with its content type.',
  'You don’t have permission to do this.',
  'Sign in to continue.',
  'Use an Idempotency-Key of at most 200 characters.',
  'Enter the path of a booking page on this site.',
  'This field doesn’t exist.',
]);

const filled: Readonly<Record<string, string>> = {
  name: 'The card payment service',
  'formatWait(seconds)': '5 minutes',
};

/** Returns the sentences in quotes. */
function listMessages(file: string): string[] {
  const code = stripComments(readFileSync(file, 'utf8'));
  return [...code.matchAll(/(['`])((?:[A-Z]|\$\{\w+\} )(?:(?!\1)[^\n])* (?:(?!\1)[^\n])*\.)\1/g)].map(
    ([, , text = '']) => text,
  );
}

describe('the messages of the payment panel’s endpoints', () => {
  const messages = [...new Set(files.flatMap(listMessages))].filter(message => !others.has(message));

  it('are found', () => {
    expect(messages.length).toBeGreaterThan(40);
    for (const file of files) expect(listMessages(file), file).not.toEqual([]);
  });

  it.each(documentLanguages.filter(language => language !== 'en'))('are translated to %s', language => {
    const untranslated = messages.filter(message => {
      const text = message.replaceAll(
        /\$\{([^{}]+|[^{}]*\{[^{}]*\}[^{}]*)\}/g,
        (_, name: string) => filled[name] ?? 'X',
      );
      const translated = translateError(text, language, { min: '1', max: '2' });
      return translated === text || /card payment service|minutes\b(?=.*attempt)/.test(translated);
    });
    expect(untranslated).toEqual([]);
  });

  it.each(['de', 'fr', 'bn'] as const)('are translated to %s if a field is too long', language => {
    const { error } = createPaymentSchema.safeParse({
      method: 'bank_transfer',
      number: 'INV-1',
      sender: 'x'.repeat(121),
      reference: 'x'.repeat(121),
    });
    const tooLong = error?.issues.filter(({ code }) => code === 'too_big') ?? [];
    expect(tooLong).toHaveLength(2);
    for (const { message } of tooLong)
      expect(translateError(message, language, { min: '1', max: '2' })).not.toBe(message);
  });

  it('are translated with the provider’s name and the waiting time', () => {
    const translate = (message: string) => translateError(message, 'de', { min: '1', max: '2' });
    expect(translate('Too many attempts. Try again in 5 minutes.')).toMatch(/in 5\sMinuten erneut/);
    expect(translate('Too many attempts. Try again in 12 hours.')).toMatch(/in 12\sStunden erneut/);
    expect(
      translate(
        'The card payment service isn’t responding. You have not been charged. Try again or choose another way to pay.',
      ),
    ).toMatch(/^Der Kartenzahlungsdienst antwortet nicht\./);
    expect(
      translate('PayPal can’t process this payment. You have not been charged. Choose another way to pay.'),
    ).toMatch(/^PayPal kann/);
  });
});
