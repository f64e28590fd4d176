import { expect, it } from 'vitest';
import { compareFeatures } from './comparison.ts';

const compare = (...plans: string[][]) => compareFeatures(plans.map(features => ({ features })));

it('makes a row of each feature that several plans share, in the order of the plans', () => {
  expect(compare(['HTTPS', 'One page'], ['Blog', 'HTTPS'], ['Blog', 'Shop'])).toEqual({
    rows: [
      { label: 'HTTPS', values: [true, true, false] },
      { label: 'Blog', values: [false, true, true] },
    ],
    others: [['One page'], [], ['Shop']],
  });
});

it('compares values after a colon', () => {
  expect(compare(['Pages: up to 3'], ['Pages: up to 8', 'Pages: drafts'], ['Pages'])).toEqual({
    rows: [{ label: 'Pages', values: ['up to 3', 'up to 8, drafts', true] }],
    others: [[], [], []],
  });
});

it('leaves features alone that only one plan has', () => {
  const features = ['Twice', 'Twice', 'Support: by phone', 'https://site.example'];
  expect(compare(features)).toEqual({ rows: [], others: [features] });
  expect(compare()).toEqual({ rows: [], others: [] });
});
