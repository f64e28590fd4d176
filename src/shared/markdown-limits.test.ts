import { expect, it } from 'vitest';
import { markdownProblem } from './markdown-limits.ts';

const nested = (levels: number, item = '- a') =>
  Array.from({ length: levels }, (_, level) => `${'  '.repeat(level)}${item}`).join('\n');
const TOO_DEEP = 'is nested too deeply. Use at most 50 levels of lists and quotes.';

it.each([
  ['signs in a row', '*'.repeat(200)],
  ['a long row of dashes', '-'.repeat(5000)],
  ['a thematic break of many signs', '* '.repeat(1000)],
  ['fifty quotes', `${'>'.repeat(50)} a`],
  ['fifty lists on one line', `${'- '.repeat(49)}- a`],
  ['fifty lists below each other', nested(50)],
  ['a hundred lists beside each other', '- a\n  - b\n\n'.repeat(100)],
  ['a text after lists', `${nested(40)}\n\nText\n\n${nested(40)}`],
  ['numbers', '1. one\n   1. two\n2.5 is a number'],
  ['code', '```ts\nconst a = [[[1]]] ** 2 && !!b;\n```'],
])('accepts %s', (_, markdown) => {
  expect(markdownProblem(markdown)).toBeUndefined();
});

it.each([
  ['asterisks', `one\n${'*'.repeat(20_000)}a`, 'Line 2 has 20,000 “*” in a row. Use at most 200.'],
  ['brackets', '['.repeat(490_000), 'Line 1 has 490,000 “[” in a row. Use at most 200.'],
  ['backticks', '`'.repeat(201), 'Line 1 has 201 “`” in a row. Use at most 200.'],
  ['quotes', '>'.repeat(100_000), `Line 1 ${TOO_DEEP}`],
  ['lists on one line', '- '.repeat(51) + 'a', `Line 1 ${TOO_DEEP}`],
  ['lists', nested(60), `Line 51 ${TOO_DEEP}`],
  ['empty lists', nested(60, '-'), `Line 51 ${TOO_DEEP}`],
  ['lists of all kinds', '* + 12. 1)\t'.repeat(13) + 'a', `Line 1 ${TOO_DEEP}`],
  [
    'digits that begin no list',
    `${nested(50)}\n${'  '.repeat(50)}1234567890. a\n${'  '.repeat(50)}- a`,
    `Line 52 ${TOO_DEEP}`,
  ],
  ['both', '> - '.repeat(26) + 'a', `Line 1 ${TOO_DEEP}`],
])('names the line with too many %s', (_, markdown, problem) => {
  expect(markdownProblem(markdown)).toBe(problem);
});
