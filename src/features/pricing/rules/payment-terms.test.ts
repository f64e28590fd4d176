import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readYaml } from '#platform/files/content-files.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { termVariables, PAYMENT_TERM_COUNT } from '../contract/term-variables.ts';
import { paymentTermsInputSchema, type PaymentTermSettings } from '../contract/payment-terms.ts';
import {
  paymentTermDefinitions,
  formatTermVariables,
  renderTerms,
  interpolateVariables,
  previewTermVariables,
} from './payment-terms.ts';

const defaults: PaymentTermSettings = {
  depositPercent: 50,
  balanceDueDays: 7,
  installmentMinimum: { minor: toMinorUnits(1000_00), currency: 'USD' },
  lateFeeAfterDays: 7,
  lateFeePercent: 5,
  lateFeeMode: 'manual',
  refundAfterDays: 7,
  includedRevisions: 3,
  urgentSurchargePercent: 25,
};

const edited = (text: string, settings: object = {}) =>
  paymentTermsInputSchema.safeParse({
    terms: Array.from({ length: PAYMENT_TERM_COUNT }, (_none, place) => ({
      title: 'Title',
      text: place === 0 ? text : 'Text',
    })),
    settings: { ...defaults, installmentMinimum: '$1,000', ...settings },
  });
const wrongIn = (result: ReturnType<typeof edited>) => result.error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('variables in term texts', () => {
  it('are formatted for people', () => {
    expect(formatTermVariables(defaults)).toEqual({
      deposit: '50%',
      balanceDays: '7 days',
      installmentsFrom: '$1,000',
      lateDays: '7 days',
      lateFee: '5%',
      refundDays: '7 days',
      minorRevisions: '3 minor revisions',
      urgentSurcharge: '25%',
    });
    expect(formatTermVariables({ ...defaults, lateFeeAfterDays: 1, includedRevisions: 1 })).toMatchObject({
      lateDays: '1 day',
      minorRevisions: '1 minor revision',
    });
  });

  it.each([
    ['de', '50 %|7 Tage|1.000 $|7 Tage|5 %|7 Tage|3 kleine Änderungen|25 %'],
    ['fr', '50 %|7 jours|1 000 $US|7 jours|5 %|7 jours|3 petites modifications|25 %'],
    ['bn', '৫০%|৭ দিন|১,০০০ US$|৭ দিন|৫%|৭ দিন|৩টি ছোট সংশোধন|২৫%'],
  ] as const)('are formatted in %s, without narrow spaces', (language, expected) => {
    const text = Object.values(formatTermVariables(defaults, language)).join('|');
    expect(text).not.toMatch(/\u{202f}/u);
    expect(text.replaceAll('\u{a0}', ' ')).toBe(expected);
  });

  it.each([
    ['after a deposit of {deposit} has been paid', 'after a deposit of 50% has been paid'],
    ['{deposit}{deposit}', '50%50%'],
    ['{lateDays}, then {lateFee}', '7 days, then 5%'],
    ['no variable', 'no variable'],
    ['{toString} {constructor} {}', '{toString} {constructor} {}'],
    ['{{deposit}}', '{50%}'],
  ])('are replaced by their values: %s', (text, filled) => {
    expect(interpolateVariables(text, formatTermVariables(defaults))).toBe(filled);
  });

  it('leave text without braces unchanged, and are all replaced in any valid text', () => {
    const word = fc.oneof(
      fc.constantFrom(...termVariables.map(name => `{${name}}`)),
      fc.string({ maxLength: 12 }).map(text => text.replaceAll(/[{}\p{Cc}]/gu, '')),
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), words => {
        const text = `A ${words.join(' ')}`;
        expect(wrongIn(edited(text))).toEqual([]);
        expect(interpolateVariables(text, formatTermVariables(defaults))).not.toMatch(/[{}]/);
        if (!text.includes('{')) expect(interpolateVariables(text, formatTermVariables(defaults))).toBe(text);
      }),
    );
  });

  it.each(['{depositt}', '{Deposit}', '{ deposit }', '{}', 'a { alone', 'a } alone', '{{deposit}}', '', ' \n '])(
    'are rejected at a text with %j',
    text => {
      expect(wrongIn(edited(text))).toEqual(['terms.0.text']);
    },
  );

  it.each([
    ['depositPercent', 0, 101],
    ['balanceDueDays', -1, 91],
    ['lateFeeAfterDays', 0, 91],
    ['lateFeePercent', -1, 26],
    ['refundAfterDays', 0, 91],
    ['includedRevisions', -1, 21],
    ['urgentSurchargePercent', -1, 201],
  ])('%s stays between %i and %i', (name, below, above) => {
    for (const value of [below, above, String(above), '', '1.5', 'seven', 2.5]) {
      expect(wrongIn(edited('Text', { [name]: value })), String(value)).toEqual([`settings.${name}`]);
    }
    for (const value of [below + 1, above - 1, String(above - 1)]) {
      expect(wrongIn(edited('Text', { [name]: value }))).toEqual([]);
    }
  });

  it('show the bounds in the error message', () => {
    const { error } = edited('Text', { depositPercent: '120' });
    expect(error?.issues[0]?.message).toBe('Enter a whole number from 1 to 100.');
  });
});

describe('settings while they are typed', () => {
  it.each([
    [{ depositPercent: '40' }, { deposit: '40%' }],
    [{ depositPercent: '4x' }, { deposit: '50%' }],
    [
      { lateFeeAfterDays: ' 1 ', lateFeePercent: '' },
      { lateDays: '1 day', lateFee: '5%' },
    ],
    [{ installmentMinimum: '2500' }, { installmentsFrom: '$2,500' }],
    [{ installmentMinimum: '$1,499.50' }, { installmentsFrom: '$1,499.50' }],
    [{ installmentMinimum: 'much' }, { installmentsFrom: '$1,000' }],
  ])('%j is shown as %j', (typed, texts) => {
    const form = Object.fromEntries(Object.entries(typed).map(([name, text]) => [`settings.${name}`, text]));
    expect(previewTermVariables(form, defaults, 'USD')).toEqual({ ...formatTermVariables(defaults), ...texts });
  });
});

describe('the terms', () => {
  it('of the sample with default settings match the specification', async () => {
    const file = z.array(z.object({ number: z.int(), title: z.string(), text: z.string() }));
    const written = await readYaml(join(import.meta.dirname, '../../../../content/pricing/payment-terms.yaml'), file);
    const texts = renderTerms(written, defaults).map(({ title, text }) => `${title}: ${text}`);
    expect(texts[0]).toBe('50% deposit: I start a project after a deposit of 50% has been paid.');
    expect(texts[5]).toBe('Late fee: If a payment is more than 7 days late, I may add a fee of 5%.');
    expect(texts[6]).toBe(
      'Full refund: You get a full refund if I have not started your project within 7 days of your payment.',
    );
    expect(texts[10]).toBe('3 minor revisions: Up to 3 minor revisions are included, and major revisions cost extra.');
    expect(texts.join()).not.toMatch(/[{}]/);
  });

  it('are each applied by the software, and every setting is edited in one place', () => {
    expect(paymentTermDefinitions).toHaveLength(PAYMENT_TERM_COUNT);
    const set = paymentTermDefinitions.flatMap(({ settings }) => settings.map(({ name }) => name));
    expect(set.toSorted()).toEqual(Object.keys(defaults).toSorted());
    expect(paymentTermDefinitions.flatMap(({ variables }) => variables).toSorted()).toEqual(termVariables.toSorted());
    for (const { behavior } of paymentTermDefinitions)
      expect(interpolateVariables(behavior, formatTermVariables(defaults))).not.toMatch(/[{}]/);
  });
});
