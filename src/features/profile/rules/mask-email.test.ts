import { expect, it } from 'vitest';
import { maskEmail } from './mask-email.ts';

it.each([
  ['grace@site.example', 'g…@site.example'],
  ['g@site.example', 'g…@site.example'],
  ['grace.murray+hopper@mail.site.example', 'g…@mail.site.example'],
])('masks %s as %s', (address, masked) => {
  expect(maskEmail(address)).toBe(masked);
});
