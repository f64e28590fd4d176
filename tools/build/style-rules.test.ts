import { describe, expect, it } from 'vitest';
import { extractCriticalCss } from '#platform/pages/page-style.ts';
import { parseStyleRules } from './style-rules.ts';

const needsOf = (selector: string) => parseStyleRules(`${selector}{color:red}`)[0]?.selectors[0]?.needs;

describe('parseStyleRules', () => {
  it.each([
    ['p', ['p']],
    ['.a', ['.a']],
    ['p.a > .b li+li', ['p', '.a', '.b', 'li', 'li']],
    ['.sm\\:max-w-\\[3px\\]', ['.sm:max-w-[3px]']],
    ['.\\32 xl\\:x', ['.2xl:x']],
    ['.a:hover::before', ['.a']],
    ['.a:not(.b)', ['.a']],
    ['.a :is(.b,.c:where(.d)) i', ['.a', 'i']],
    ['.a:has(> .b)', ['.a', '.b']],
    ['.a:has(.b,.c)', ['.a']],
    ['.a:not(:has(.b))', ['.a']],
    [':root:has(.a)', ['.a']],
    ['a[class~=".x"]', ['a']],
    [':root.light .x', ['.light', '.x']],
    ['::file-selector-button', ['input']],
    ['#site-menu', []],
  ])('finds what %s requires', (selector, needs) => {
    expect(needsOf(selector)).toEqual(needs);
  });

  it.each([
    [
      'what a theme defines, one by one',
      ':root.light{color-scheme:light;--x:1px;--y:2px}',
      ':root.light{color-scheme:light;--x:1px}',
    ],
    ['initial values for all elements, one by one', '*,::before{--x:initial;--y:initial}', '*,::before{--x:initial}'],
    ['what a part of the page defines, together', 'p{--x:1px;--y:2px}', 'p{--x:1px;--y:2px}'],
    ['what is said twice, once', 'p{color:var(--x);color:var(--x)}', 'p{color:var(--x)}'],
  ])('parses %s', (_what, rule, part) => {
    const rules = parseStyleRules(`i{margin:var(--x)}${rule}`);
    expect(extractCriticalCss(rules, '<i></i><p></p>')).toBe(`i{margin:var(--x)}${part}`);
  });

  it('omits rules for browsers without @property', () => {
    const rules = parseStyleRules('@layer properties{@supports (x:y){*{--x:0}}}@layer base{p{inset:var(--x)}}');
    expect(extractCriticalCss(rules, '<p></p>')).toBe('@layer base{p{inset:var(--x)}}');
  });

  it('returns the complete sheet for a page that needs everything', () => {
    const sheet =
      '@layer a,b;@font-face{font-family:x;src:local("x")}:root{--x:1px;--y:2px}' +
      '@layer a{@media (width>=1px){.a,.b{margin:var(--x)}.c{margin:var(--y)}}}' +
      '@keyframes k{from{opacity:0}to{opacity:1}}@property --z{syntax:"*";inherits:false}p{inset:var(--z)}';
    const page = '<p class="a b c">x</p>';
    expect(extractCriticalCss(parseStyleRules(sheet), page)).toBe(sheet);
  });
});
