import { describe, expect, it } from 'vitest';
import { extractCriticalCss, type StyleRule } from './page-style.ts';

const rule = (text: string, needs: readonly string[], body: string, more: Partial<StyleRule> = {}): StyleRule => ({
  inside: [],
  selectors: [{ text, needs }],
  body,
  ...more,
});

describe('extractCriticalCss', () => {
  it.each([
    ['a class that is there', ['.card'], true],
    ['one of several classes', ['.big'], true],
    ['a class that is not', ['.cards'], false],
    ['an element that is there', ['p'], true],
    ['an element that is not', ['table'], false],
    ['both, one missing', ['p', '.cards'], false],
    ['a class that script sets', ['.light'], true],
    ['what is around every page', ['body'], true],
    ['a class written with entities', ['.[&>a]:x'], true],
    ['nothing', [], true],
  ])('keeps a rule for %s: %#', (_what, needs, kept) => {
    const html = '<p class="card big">x</p><i class="[&amp;&gt;a]:x"></i>';
    expect(extractCriticalCss([rule('s', needs, 'color:red')], html)).toBe(kept ? 's{color:red}' : '');
  });

  it('keeps only the needed selectors of a list', () => {
    const list: StyleRule = {
      inside: [],
      selectors: [
        { text: 'p', needs: ['p'] },
        { text: 'table', needs: ['table'] },
        { text: 'a', needs: ['a'] },
      ],
      body: 'margin:0',
    };
    expect(extractCriticalCss([list], '<p><a>x</a></p>')).toBe('p,a{margin:0}');
  });

  it('writes at-rules around their remaining rules, in the order of the sheet', () => {
    const inside = ['@layer a', '@media print'];
    const rules = [
      { inside: [], selectors: [], body: '@layer a,b;' },
      rule('p', ['p'], '1', { inside }),
      rule('b', ['b'], '2', { inside }),
      rule('table', ['table'], '3', { inside: ['@layer b'] }),
      rule('i', [], '4'),
    ];
    expect(extractCriticalCss(rules, '<p><b>x</b></p>')).toBe('@layer a,b;@layer a{@media print{p{1}b{2}}}i{4}');
  });

  it('merges adjacent rules into the same braces', () => {
    const rules = [
      rule('p', [], '1', { inside: ['@layer a'] }),
      rule('p', [], '2', { inside: ['@layer a'] }),
      rule('p', [], '3', { inside: ['@layer a', '@media print'] }),
      rule('b', [], '4', { inside: ['@layer a'] }),
      rule('b', [], '5', { inside: ['@layer b'] }),
      rule('b', [], '6'),
    ];
    expect(extractCriticalCss(rules, '')).toBe('@layer a{p{1;2}@media print{p{3}}b{4}}@layer b{b{5}}b{6}');
  });

  it('keeps custom properties that are used, also by each other', () => {
    const defines = (name: string, body: string) => rule(':root', [], `${name}:${body}`, { defines: name });
    const rules = [
      defines('--a', 'var(--b)'),
      defines('--b', '1px'),
      defines('--c', 'var(--d)'),
      defines('--d', '2px'),
      defines('--e', '3px'),
      rule('p', [], 'margin:var( --a , 0)'),
    ];
    const style = extractCriticalCss(rules, '<svg fill="var(--e)"></svg>');
    for (const kept of ['--a:', '--b:', '--e:']) expect(style).toContain(kept);
    for (const gone of ['--c:', '--d:']) expect(style).not.toContain(gone);
  });
});
