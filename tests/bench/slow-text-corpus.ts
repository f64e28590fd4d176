/** A text that may be slow to parse, render or index. */
export interface SlowText {
  readonly name: string;
  readonly text: string;
}

const nestedLists = Array.from({ length: 300 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n');

/** Texts that are known to have been slow. */
export const knownSlowTexts: readonly SlowText[] = [
  { name: '20,000 * a 20,000 *', text: `${'*'.repeat(20_000)}a${'*'.repeat(20_000)}` },
  { name: '200,000 * a 200,000 *', text: `${'*'.repeat(200_000)}a${'*'.repeat(200_000)}` },
  { name: '100,000 >', text: '>'.repeat(100_000) },
  { name: '300 nested lists', text: nestedLists },
  { name: '490,000 [', text: '['.repeat(490_000) },
  { name: '24,000 _b', text: '_b'.repeat(24_000) },
  { name: '40,000 *a_', text: '*a_'.repeat(40_000) },
  { name: '25,000 <!--', text: '<!--'.repeat(25_000) },
  { name: '50,000 <i>', text: '<i>'.repeat(50_000) },
  { name: '40,000 <em>a</em>*', text: '<em>a</em>*'.repeat(40_000) },
  { name: 'table of 2,000 × 2,000', text: `${'|a'.repeat(2000)}|\n${'|-'.repeat(2000)}|\n${'|b\n'.repeat(2000)}` },
];

/** Returns a pseudorandom generator of numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const SIGNS = ['*', '_', '~', '`', '[', ']', '!', '<', '>', '(', '&', '|', '\\', '#', '"'];
const TAGS = ['b', 'i', 'em', 'table', 'tr', 'td', 'ul', 'li', 'p', 'a', 'details', 'blockquote', 'pre', 'sub'];

/**
 * Generates texts of delimiter runs, nested constructs, links, tables and HTML from a seed. Half of them repeat a few
 * short pieces very often, which is what makes parsers slow.
 */
export function fuzzedTexts(seed: number, count: number, length: number): SlowText[] {
  const random = randomFrom(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  const pick = <Item>(items: readonly Item[]) => items[upTo(items.length)] as Item;
  const pieces: (() => string)[] = [
    () => pick(SIGNS).repeat(1 + upTo(200)),
    () => `${pick(SIGNS)}a${pick(SIGNS)}`,
    () => pick(['> ', '- ', '1. ', '  - ']).repeat(1 + upTo(45)),
    () => `\n${'  '.repeat(upTo(40))}- a`,
    () => `[${pick(SIGNS)}](${pick(['/a', '<b', 'c "d', '(((', ''])})`,
    () => `![a${'['.repeat(upTo(20))}](b)`,
    () => `\n\n[^${upTo(50)}]: a\n[${upTo(50)}]: /b 'c\n`,
    () => `\n|${'a|'.repeat(upTo(40))}\n|${'-|'.repeat(upTo(40))}\n${'|b\n'.repeat(upTo(40))}`,
    () => `<${pick(TAGS)} id="${upTo(1000)}">`.repeat(1 + upTo(30)),
    () => `</${pick(TAGS)}>`,
    () => pick(['<!--', '-->', '<?', '<![CDATA[', '</', '<a href="', '&#x', '&amp', 'https://a.', 'www.', 'a@b.']),
    () => pick(['\n', '\n\n', '    ', '\t', '\n```\n', '\n~~~\n', ' ']),
    () => 'word ',
  ];
  return Array.from({ length: count }, (_, index) => {
    const few = Array.from({ length: 1 + upTo(3) }, () => pick(pieces)()).join('');
    const wanted = 1000 + upTo(length);
    let text = '';
    while (text.length < wanted) text += index % 2 === 0 ? few : pick(pieces)();
    return { name: `fuzzed text ${index} of seed ${seed}`, text };
  });
}
