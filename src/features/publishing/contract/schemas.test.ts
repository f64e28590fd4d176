import { expect, it } from 'vitest';
import { markdown } from './schemas.ts';

it.each(['a\0b', 'a\uD800b'])('Markdown rejects a character that the database can’t store: %j', text => {
  const { error } = markdown('Too long.').safeParse(text);
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'This text contains a character that can’t be saved. Remove it and try again.',
  ]);
});

it('Markdown keeps emoji and line breaks', () => {
  expect(markdown('Too long.').parse('👩🏽‍💻\r\nb')).toBe('👩🏽‍💻\nb');
});
