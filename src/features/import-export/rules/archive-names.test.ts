import { describe, expect, it } from 'vitest';
import { fromArchivedSettings, toArchivedSettings } from './archive-names.ts';

const sections = [
  [
    'prices',
    {
      plan: [{ id: 'a', isHighlighted: 'on', isHidden: '' }],
      specialized_service: [{ id: 'b', isHidden: '' }],
      consultation_feature: [],
    },
    { plan: [{ id: 'a', highlighted: 'on', hidden: '' }], specialized: [{ id: 'b', hidden: '' }], feature: [] },
  ],
  [
    'paymentTerms',
    { terms: [{ title: 'Deposit', text: 'Half' }], settings: { balanceDueDays: 7, installmentMinimum: '1000' } },
    { terms: [{ short: 'Deposit', text: 'Half' }], figures: { balanceDays: 7, installmentsFrom: '1000' } },
  ],
  ['billing', { taxBehavior: 'exclusive', paperSize: 'A4' }, { prices: 'net', paper: 'A4' }],
  ['clientTestimonials', [{ body: 'constructor', name: 'Lin' }], [{ words: 'constructor', name: 'Lin' }]],
] as const;

describe.each(sections)('section %s of an archive', (key, here, archived) => {
  it('keeps the archive’s names', () => {
    expect(JSON.stringify(toArchivedSettings(key, here))).toBe(JSON.stringify(archived));
    expect(toArchivedSettings(key, archived)).toEqual(archived);
  });

  it('is read with this site’s names', () => {
    expect(fromArchivedSettings(key, archived)).toEqual(here);
    expect(fromArchivedSettings(key, here)).toEqual(here);
  });
});
