/** One rule of the site's style sheet, with the conditions under which a page needs it. */
export interface StyleRule {
  /** The at-rules around it, outermost first. */
  readonly inside: readonly string[];
  /** Each selector with the elements and `.classes` that it needs to match; empty for at-rules. */
  readonly selectors: readonly { readonly text: string; readonly needs: readonly string[] }[];
  /** The declarations; for an at-rule without selectors, the complete rule. */
  readonly body: string;
  /** The custom property that is the only thing this rule defines. */
  readonly defines?: string;
}

/** Elements around the body's content, and classes added by scripts. */
const AROUND = [
  'html',
  'head',
  'body',
  'div',
  '.light',
  '.dark',
  '.signed-in',
  '.unpainted',
  '.partial',
  '.awaiting-fonts',
  '.without-app',
];

/**
 * Returns the part of the style sheet that a page needs, so the document fits the initial congestion window (RFC 6928:
 * ten packets). The app loads the complete sheet before it changes the page.
 */
export function extractCriticalCss(rules: readonly StyleRule[], html: string): string {
  const present = new Set([...AROUND, ...elementsOf(html), ...classesOf(html)]);
  const matching = rules.flatMap(rule => {
    if (rule.selectors.length === 0) return [rule];
    const selectors = rule.selectors.filter(selector => selector.needs.every(name => present.has(name)));
    if (selectors.length === rule.selectors.length) return [rule];
    return selectors.length > 0 ? [{ ...rule, selectors }] : [];
  });
  const properties = propertiesUsed(matching, html);
  return write(matching.filter(rule => rule.defines === undefined || properties.has(rule.defines)));
}

const entities = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#x27;', "'"],
]);

function elementsOf(html: string): Set<string> {
  const names = new Set<string>();
  for (const [, name = ''] of html.matchAll(/<([a-z][a-z0-9-]*)/gi)) names.add(name);
  return new Set([...names].map(name => name.toLowerCase()));
}

function classesOf(html: string): string[] {
  // Most class lists repeat, so collect them in a set first.
  const lists = new Set<string>();
  for (const [, names = ''] of html.matchAll(/ class="([^"]*)"/g)) lists.add(names);
  return [...lists].flatMap(names =>
    names
      .replace(/&(?:amp|lt|gt|quot|#x27);/g, entity => entities.get(entity) ?? entity)
      .split(/\s+/)
      .map(name => `.${name}`),
  );
}

/** Returns the custom properties in use, directly or through other properties. */
function propertiesUsed(rules: readonly StyleRule[], html: string): Set<string> {
  const used = new Set(referencesIn(html));
  const definitions = new Map<string, string[]>();
  for (const { body, defines } of rules) {
    const references = referencesOf(body);
    if (defines === undefined) for (const name of references) used.add(name);
    else definitions.set(defines, [...(definitions.get(defines) ?? []), ...references]);
  }
  // Iterating a set includes entries added during the iteration.
  for (const name of used) for (const other of definitions.get(name) ?? []) used.add(other);
  return used;
}

/** References by rule body; the style sheet is the same for every page. */
const known = new Map<string, readonly string[]>();

function referencesOf(body: string): readonly string[] {
  let references = known.get(body);
  if (!references) {
    references = referencesIn(body);
    known.set(body, references);
  }
  return references;
}

function referencesIn(text: string): string[] {
  return Array.from(text.matchAll(/var\(\s*(--[\w-]+)/g), ([, name = '']) => name);
}

/** Writes rules compactly: adjacent rules share at-rules, and those with the same selectors also share braces. */
function write(rules: readonly StyleRule[]): string {
  let text = '';
  let open: readonly string[] = [];
  let openSelectors = '';
  for (const { inside, selectors, body } of rules) {
    const change = inside.findIndex((name, place) => open[place] !== name);
    const shared = change === -1 ? inside.length : change;
    const list = selectors.map(selector => selector.text).join(',');
    if (list && list === openSelectors && shared === open.length && shared === inside.length) {
      text += `;${body}`;
      continue;
    }
    if (openSelectors) text += '}';
    text +=
      '}'.repeat(open.length - shared) +
      inside
        .slice(shared)
        .map(name => `${name}{`)
        .join('');
    text += list ? `${list}{${body}` : body;
    open = inside;
    openSelectors = list;
  }
  return text + '}'.repeat(open.length + (openSelectors ? 1 : 0));
}
