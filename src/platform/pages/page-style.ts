/** One rule of the site's style sheet, with what tells whether a page needs it. */
export interface StyleRule {
  /** The at-rules around it, outermost first. */
  readonly inside: readonly string[];
  /** Each selector with the elements and `.classes` without which it matches nothing; empty for at-rules. */
  readonly selectors: readonly { readonly text: string; readonly needs: readonly string[] }[];
  /** What stands between its braces; of an at-rule without selectors the whole rule. */
  readonly body: string;
  /** The custom property that this rule only defines. */
  readonly defines?: string;
}

/** What is around the body's content, with the classes that scripts put there. */
const AROUND = ['html', 'head', 'body', 'div', '.light', '.dark', '.signed-in', '.unpainted', '.partial'];

/**
 * The part of the style sheet that a page needs, so that the document fits the first packets of a new connection (RFC
 * 6928: ten). The whole sheet comes with the app, before it changes anything.
 */
export function pageStyle(rules: readonly StyleRule[], html: string): string {
  const present = new Set([...AROUND, ...elementsOf(html), ...classesOf(html)]);
  const matching = rules.flatMap(rule => {
    if (rule.selectors.length === 0) return [rule];
    const selectors = rule.selectors.filter(selector => selector.needs.every(name => present.has(name)));
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

function elementsOf(html: string): string[] {
  return [...html.matchAll(/<([a-z][a-z0-9-]*)/gi)].map(([, name = '']) => name.toLowerCase());
}

function classesOf(html: string): string[] {
  return [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) =>
    names
      .replace(/&(?:amp|lt|gt|quot|#x27);/g, entity => entities.get(entity) ?? entity)
      .split(/\s+/)
      .map(name => `.${name}`),
  );
}

/** Follows custom properties from where they are used through the ones that they are made of. */
function propertiesUsed(rules: readonly StyleRule[], html: string): Set<string> {
  const used = new Set(referencesIn(html));
  for (const rule of rules) if (rule.defines === undefined) for (const name of referencesIn(rule.body)) used.add(name);
  // A set also goes over what is added meanwhile.
  for (const name of used) {
    for (const rule of rules) if (rule.defines === name) for (const other of referencesIn(rule.body)) used.add(other);
  }
  return used;
}

function referencesIn(text: string): string[] {
  return [...text.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = '']) => name);
}

/** Writes rules as short as they can be: neighbors share at-rules, and with the same selectors also braces. */
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
