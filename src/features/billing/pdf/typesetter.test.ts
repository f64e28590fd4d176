import { expect, it } from 'vitest';
import { type Face, Faces } from '#platform/text/faces.ts';
import { Typesetter } from './typesetter.ts';

const style = { face: 'text' as Face, size: 1, leading: 1, color: '#000' };

it.each([
  ['mira.castellan@workshop.example', 16, ['mira.castellan@', 'workshop.example']],
  ['Email: mira.castellan@workshop.example', 12, ['Email: mira.', 'castellan@', 'workshop.', 'example']],
  ['mira@averyveryverylongword.example', 10, ['mira@', 'averyveryv', 'erylongwor', 'd.example']],
  ['averyveryverylongword', 10, ['averyveryv', 'erylongwor', 'd']],
])('breaks the long word in %j at %d points after @ or a dot if it has one', async (text, width, lines) => {
  // One point for each character.
  const typesetter = new Typesetter(await Faces.open('dist', text), (_font, part) => part.length);
  expect(typesetter.set(text, style, width).map(({ pieces }) => pieces.map(run => run.text).join(''))).toEqual(lines);
});
