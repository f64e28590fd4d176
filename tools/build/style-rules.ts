import { type AtRule, type ChildNode, type Container, parse, type Rule } from 'postcss';
import type { StyleRule } from '#platform/pages/page-style.ts';

/** At-rules that only group other rules. */
const HOLDERS = ['layer', 'media', 'supports', 'container'];

/** Returns the rules of a style sheet, from which each page gets those that it needs. */
export function parseStyleRules(css: string): StyleRule[] {
  return rulesOf(parse(css), []);
}

function rulesOf(container: Container, inside: readonly string[]): StyleRule[] {
  return (container.nodes ?? []).flatMap(node => {
    if (node.type === 'comment' || isForOldBrowsers(node)) return [];
    if (node.type === 'rule') return ofRule(node, inside);
    if (node.type === 'atrule' && node.nodes && HOLDERS.includes(node.name)) {
      return rulesOf(node, [...inside, `@${node.name} ${node.params}`.trim()]);
    }
    return [{ inside, selectors: [], body: `${textOf(node)}${endOf(node)}`, ...definitionOf(node) }];
  });
}

/** Tailwind repeats @property for browsers without it, which are older than any that the build supports. */
function isForOldBrowsers(node: ChildNode): boolean {
  return node.type === 'atrule' && node.name === 'layer' && node.params === 'properties';
}

function ofRule(rule: Rule, inside: readonly string[]): StyleRule[] {
  const selectors = rule.selectors.map(text => ({ text, needs: needsOf(text) }));
  const declarations = (rule.nodes ?? []).filter(node => node.type !== 'comment');
  // Split only the rules that match on every page: a page needs few of the theme's colors and sizes.
  if (!/^(:root|:host|\*)/.test(rule.selector)) return [{ inside, selectors, body: withoutRepeats(declarations) }];
  return declarations.map(node => ({
    inside,
    selectors,
    body: textOf(node),
    ...(node.type === 'decl' && node.variable ? { defines: node.prop } : {}),
  }));
}

/** Removes declarations that the minifier repeats because of prefixes. */
function withoutRepeats(declarations: readonly ChildNode[]): string {
  const texts = declarations.map(textOf);
  return texts.filter((text, place) => text !== texts[place + 1]).join(';');
}

function definitionOf(node: ChildNode): { defines?: string } {
  return node.type === 'atrule' && node.name === 'property' ? { defines: node.params.trim() } : {};
}

function textOf(node: ChildNode): string {
  return node.toString().trim();
}

function endOf(node: ChildNode): string {
  return (node as AtRule).nodes ? '' : ';';
}

/**
 * Returns the elements and classes that anything matching a selector must have. Alternatives and negations require
 * none.
 */
function needsOf(selector: string): string[] {
  // Content required by :has() is required, too.
  let plain = hideEscapes(selector).replace(/:has\(([^(),]*)\)/g, ' $1');
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(/:[\w-]+\([^()]*\)/g, '').replace(/\[[^\]]*\]/g, '');
  }
  const named = [...plain.matchAll(/(^|[\s>+~.])([a-z_\u{E000}-\u{F8FF}][\w\u{E000}-\u{F8FF}-]*)/giu)];
  const needs = named.map(([, sign, name = '']) => (sign === '.' ? `.${showEscapes(name)}` : name.toLowerCase()));
  const ofFields = /::(?:-webkit-(?:date|search|inner|outer|calendar)|file-selector|placeholder)/.test(selector);
  return ofFields && needs.length === 0 ? ['input'] : needs;
}

const HIDDEN = 0xe000;

/** Replaces escaped characters (CSS Syntax 3, 4.3.7) with private-use ones, which then count as parts of names. */
function hideEscapes(selector: string): string {
  return selector
    .replace(/\\([0-9a-f]{1,6}) ?/gi, (_escape, code: string) =>
      String.fromCodePoint(HIDDEN + Number.parseInt(code, 16)),
    )
    .replace(/\\(.)/g, (_escape, sign: string) => String.fromCodePoint(HIDDEN + (sign.codePointAt(0) ?? 0)));
}

function showEscapes(name: string): string {
  return name.replace(/[\u{E000}-\u{F8FF}]/gu, sign => String.fromCodePoint((sign.codePointAt(0) ?? 0) - HIDDEN));
}
