import { describe, expect, it } from 'vitest';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import {
  toExportedOffers,
  toExportedTerms,
  mapOfferKinds,
  parseExportedOffers,
  parseExportedTerms,
} from './import-export.ts';
import type { OfferRow } from './offers.ts';

const none = mapOfferKinds<OfferRow[]>(() => []);
const row = (columns: OfferRow['columns']): OfferRow => ({
  id: 'care',
  position: 1,
  isHidden: true,
  isSample: true,
  version: 4,
  columns,
});
const care = {
  title: 'Care',
  priceAmount: toMinorUnits(15_050),
  currency: 'EUR',
  description: ['Updates', 'Backups, daily'],
  isHighlighted: true,
};
const services = { ...none, service: [row(care)] };

describe('exported prices', () => {
  it("survive a round trip as the owner's", () => {
    expect(parseExportedOffers(toExportedOffers(services))).toEqual({
      value: { ...none, service: [{ id: 'care', isHidden: true, columns: care }] },
    });
    expect(parseExportedOffers(toExportedOffers(none))).toEqual({ value: none });
  });

  const changed = (change: Record<string, string>) => {
    const written = toExportedOffers(services);
    return { ...written, service: written.service.map(offer => ({ ...offer, ...change })) };
  };
  it.each([
    ['nothing', null],
    ['a list', []],
    ['a missing kind', { plan: [] }],
    ['an unknown kind', { ...toExportedOffers(none), discounts: [] }],
    ['an invalid price', changed({ price: '-1' })],
    ['a price that is too high', changed({ price: '99999999' })],
    ['an invalid currency', changed({ currency: 'XXQ' })],
    ['an invalid ID', changed({ id: '../care' })],
    ['an unknown field', changed({ html: '<b>' })],
    ['control characters', changed({ title: 'Ca\u0000re' })],
    [
      'a duplicate ID',
      {
        ...toExportedOffers(none),
        service: [...toExportedOffers(services).service, changed({ isHighlighted: '' }).service[0]],
      },
    ],
    [
      'two highlights',
      {
        ...toExportedOffers(none),
        service: [...toExportedOffers(services).service, changed({ id: 'two' }).service[0]],
      },
    ],
    [
      'too many offers',
      {
        ...toExportedOffers(none),
        package: Array.from({ length: 201 }, (_none, place) => ({ id: `p${place}`, text: 'x' })),
      },
    ],
  ])('are rejected with %s', (_name, value) => {
    expect(parseExportedOffers(value)).toEqual({ error: expect.stringMatching(/\S{3}/) });
  });
});

describe('exported terms', () => {
  const settings = {
    depositPercent: 40,
    balanceDueDays: 7,
    installmentMinimum: { minor: toMinorUnits(250_050), currency: 'USD' },
    lateFeeAfterDays: 7,
    lateFeePercent: 5,
    lateFeeMode: 'automatic',
    refundAfterDays: 7,
    includedRevisions: 3,
    urgentSurchargePercent: 25,
  } as const;
  const terms = Array.from({ length: 16 }, (_none, place) => ({
    number: place + 1,
    title: `Term ${place + 1}`,
    text: 'After {deposit}.',
    translations: place === 0 ? { de: 'Nach {deposit}.' } : {},
  }));

  it('survive a round trip with their variables', () => {
    expect(parseExportedTerms(toExportedTerms({ terms, settings }))).toEqual({ value: { terms, settings } });
  });

  const written = toExportedTerms({ terms, settings });
  it.each([
    ['nothing', undefined],
    ['a missing term', { ...written, terms: written.terms.slice(1) }],
    ['a setting out of bounds', { ...written, settings: { ...written.settings, depositPercent: 0 } }],
    [
      'an unknown variable in a text',
      { ...written, terms: written.terms.map(term => ({ ...term, text: 'A {bonus}' })) },
    ],
    ['an invalid currency', { ...written, currency: '$' }],
    ['an invalid amount', { ...written, settings: { ...written.settings, installmentMinimum: 'much' } }],
    ['an unknown field', { ...written, secret: 1 }],
  ])('are rejected with %s', (_name, value) => {
    expect(parseExportedTerms(value)).toEqual({
      error: expect.stringMatching(/^The payment terms can’t be imported\. \S/),
    });
  });
});
