import type { Element, Nodes } from 'hast';
import { type Page, parsePage, textOf } from './page-html.ts';
import type { TestSite } from './test-site.ts';

/** A field's new value: a text, a file, the text or value of an option, or whether a checkbox or radio button is checked. */
export type FieldValue = string | boolean | File;

/** A browser without JavaScript: it opens pages, follows links and submits forms as a reader does. */
export interface HtmlBrowser {
  /** The open page. */
  readonly page: Page;
  /** Path and query of the open page, after redirects. */
  readonly url: string;
  readonly status: number;
  /** Opens a path, or a URL of the site, and follows redirects. */
  open(url: string): Promise<void>;
  /** Returns the URL of the link with this name. */
  href(link: Name, within?: string): string;
  /** Follows the link with this name. */
  follow(link: Name, within?: string): Promise<void>;
  /** Fills in fields by their labels and presses a button, given by its name or as an element of the page. */
  submit(button: Name | Element, fields?: Readonly<Record<string, FieldValue>>, within?: string): Promise<void>;
  /** Returns the text of the page's main part, or of the region with this name. */
  text(region?: string): string;
  /** Returns the names of the enabled buttons. */
  buttons(region?: string): string[];
  /** Returns the names of the links. */
  links(region?: string): string[];
  /** Returns the field with this label, or with a label that starts with it. */
  field(label: string): Element;
  /** Returns the value of the field with this label, or the text of its chosen option. */
  value(label: string): string;
}

type Name = string | RegExp;

interface HtmlBrowserOptions {
  /** The cookies that the browser has, as a Cookie header. */
  readonly cookie?: string;
  readonly remoteAddress?: string;
}

export function createHtmlBrowser(
  site: TestSite,
  { cookie = '', remoteAddress = '203.0.113.7' }: HtmlBrowserOptions = {},
): HtmlBrowser {
  const cookies = new Map(cookie.split('; ').flatMap(one => (one ? [[...splitOnce(one, '=')] as const] : [])));
  const opened: { page?: Page; url: string; status: number } = { url: '', status: 0 };
  const current = () => {
    if (!opened.page) throw new Error('The browser has no page open.');
    return opened.page;
  };

  async function request(url: string, form?: { readonly type: string; readonly body: Buffer }): Promise<void> {
    const { pathname, search } = new URL(url, 'http://site');
    const answer = await site.http.app.inject({
      method: form ? 'POST' : 'GET',
      url: pathname + search,
      remoteAddress,
      headers: {
        ...(cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
        ...(form ? { 'content-type': form.type, 'sec-fetch-site': 'same-origin' } : {}),
      },
      ...(form ? { payload: form.body } : {}),
    });
    for (const { name, value } of answer.cookies) cookies.set(name, value);
    const { location } = answer.headers;
    if (answer.statusCode >= 300 && answer.statusCode < 400 && location !== undefined) return request(location);
    Object.assign(opened, {
      page: await parsePage(answer.body),
      url: pathname + search,
      status: answer.statusCode,
    });
  }

  const scope = (region?: string): readonly Element[] => {
    if (region === undefined) return current().elements;
    const found = current().elements.filter(element => isRegion(element) && regionName(current(), element) === region);
    return elementsIn(only(found, `regions "${region}" on ${opened.url}`));
  };
  const named = (elements: readonly Element[], name: Name) =>
    elements.filter(element => (name instanceof RegExp ? name.test(nameOf(element)) : nameOf(element) === name));
  const labelled = (elements: readonly Element[], label: string) => {
    const fields = elements.filter(isField);
    const exact = fields.filter(field => labelOf(current(), field) === label);
    const found = exact.length > 0 ? exact : fields.filter(field => labelOf(current(), field).startsWith(label));
    return only(found, `fields "${label}" on ${opened.url}`);
  };
  const href = (link: Name, within?: string) =>
    String(only(named(scope(within).filter(isLink), link), `links "${link}" on ${opened.url}`).properties.href);

  return {
    get page() {
      return current();
    },
    get url() {
      return opened.url;
    },
    get status() {
      return opened.status;
    },
    open: url => request(url),
    href,
    follow: (link, within) => request(new URL(href(link, within), `http://site${opened.url}`).href),
    async submit(button, fields = {}, within) {
      const isName = typeof button === 'string' || button instanceof RegExp;
      const pressed = isName
        ? only(named(scope(within).filter(isButton), button), `buttons "${button}" on ${opened.url}`)
        : button;
      const pressedName = nameOf(pressed);
      const form = only(
        current().elements.filter(element => element.tagName === 'form' && elementsIn(element).includes(pressed)),
        `forms of the button "${pressedName}" on ${opened.url}`,
      );
      if (pressed.properties.disabled) throw new Error(`The button "${pressedName}" is disabled.`);
      const controls = elementsIn(form);
      const changes = new Map<Element, FieldValue>();
      for (const [label, value] of Object.entries(fields)) changes.set(labelled(controls, label), value);
      const sent = listValues(controls, changes, pressed);
      const action = pressed.properties.formAction ?? form.properties.action ?? '';
      const to = new URL(action, `http://site${opened.url}`);
      if (String(form.properties.method).toLowerCase() !== 'post') {
        to.search = new URLSearchParams(sent.map(([name, value]) => [name, asText(value)])).toString();
        return request(to.href);
      }
      return request(to.href, await encode(sent, form.properties.encType === 'multipart/form-data'));
    },
    text: region => {
      const part = region === undefined ? current().all('main')[0] : scope(region)[0];
      return collapse(textOf(part));
    },
    buttons: region =>
      scope(region)
        .filter(element => isButton(element) && !element.properties.disabled)
        .map(nameOf),
    links: region => scope(region).filter(isLink).map(nameOf),
    field: label => labelled(current().elements, label),
    value(label) {
      const field = labelled(current().elements, label);
      if (field.tagName === 'textarea') return textOf(field).replace(/^\n/, '');
      if (field.tagName === 'select') return nameOf(chosenOption(field));
      return String(field.properties.value ?? '');
    },
  };
}

const splitOnce = (text: string, by: string): [string, string] => {
  const at = text.indexOf(by);
  return [text.slice(0, at), text.slice(at + by.length)];
};
const collapse = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const asText = (value: FieldValue) => (value instanceof File ? value.name : String(value));
const isLink = ({ tagName, properties }: Element) => tagName === 'a' && properties.href !== undefined;
const isButton = ({ tagName, properties }: Element) => tagName === 'button' && properties.type !== 'button';
const isField = ({ tagName, properties }: Element) =>
  ['select', 'textarea'].includes(tagName) || (tagName === 'input' && properties.type !== 'hidden');
const isRegion = ({ tagName, properties }: Element) =>
  ['section', 'aside', 'nav', 'article', 'form', 'fieldset'].includes(tagName) || properties.role !== undefined;
const nameOf = (element: Element) => collapse(element.properties.ariaLabel ?? textOf(element));

function only(found: readonly Element[], what: string): Element {
  const [first] = found;
  if (!first || found.length > 1) throw new Error(`There are ${found.length} ${what}.`);
  return first;
}

/** Returns an element and all elements in it. */
export function elementsIn(node: Nodes): Element[] {
  const below = 'children' in node ? node.children.flatMap(elementsIn) : [];
  return node.type === 'element' ? [node, ...below] : below;
}

function regionName(page: Page, { properties }: Element): string | undefined {
  if (typeof properties.ariaLabel === 'string') return properties.ariaLabel;
  const ids = properties.ariaLabelledBy;
  const heading = page.elements.find(({ properties: { id } }) => Array.isArray(ids) && ids.includes(String(id)));
  return heading && collapse(textOf(heading));
}

/** Returns a field's label, without the text of the field itself. */
function labelOf(page: Page, field: Element): string {
  if (typeof field.properties.ariaLabel === 'string') return field.properties.ariaLabel;
  const label = page
    .all('label')
    .find(one =>
      one.properties.htmlFor === undefined
        ? elementsIn(one).includes(field)
        : String(one.properties.htmlFor) === field.properties.id,
    );
  const own = (node: Nodes): string => {
    if (node.type === 'element' && isField(node)) return '';
    if (node.type === 'text') return node.value;
    return 'children' in node ? node.children.map(own).join('') : '';
  };
  return label ? collapse(own(label)) : '';
}

const optionsOf = (select: Element) => elementsIn(select).filter(({ tagName }) => tagName === 'option');

function chosenOption(select: Element): Element {
  const options = optionsOf(select);
  const chosen = options.find(({ properties }) => properties.selected) ?? options[0];
  if (!chosen) throw new Error('This select has no options.');
  return chosen;
}

/** Returns the values that a form sends: those of its page, with the given changes. */
function listValues(
  controls: readonly Element[],
  changes: ReadonlyMap<Element, FieldValue>,
  pressed: Element,
): [name: string, value: string | File][] {
  const checkedNames = new Set(
    [...changes].flatMap(([{ properties }, value]) => (value === true ? [properties.name] : [])),
  );
  return controls.flatMap((control): [string, string | File][] => {
    const { name, value, type, disabled } = control.properties;
    const change = changes.get(control);
    if (typeof name !== 'string' || name === '' || disabled) return [];
    if (control.tagName === 'button') return control === pressed ? [[name, String(value ?? '')]] : [];
    if (control.tagName === 'textarea')
      return [[name, change === undefined ? textOf(control).replace(/^\n/, '') : asText(change)]];
    if (control.tagName === 'select') {
      const option =
        change === undefined
          ? chosenOption(control)
          : only(
              optionsOf(control).filter(one => [nameOf(one), one.properties.value].includes(asText(change))),
              `options "${asText(change)}"`,
            );
      return [[name, option.properties.value ?? nameOf(option)]];
    }
    if (control.tagName !== 'input') return [];
    if (type === 'radio' || type === 'checkbox') {
      const isReplaced = type === 'radio' && checkedNames.has(name);
      const isChecked = change ?? (isReplaced ? false : Boolean(control.properties.checked));
      return isChecked ? [[name, String(value ?? 'on')]] : [];
    }
    // Browsers send an empty file if none was chosen.
    if (type === 'file') return [[name, change instanceof File ? change : new File([], '')]];
    return [[name, change === undefined ? String(value ?? '') : asText(change)]];
  });
}

async function encode(values: readonly [string, string | File][], isMultipart: boolean) {
  const body = isMultipart ? new FormData() : new URLSearchParams();
  for (const [name, value] of values) {
    if (body instanceof FormData) body.append(name, value);
    else body.append(name, asText(value));
  }
  const request = new Request('http://site', { method: 'POST', body });
  return { type: request.headers.get('content-type') ?? '', body: Buffer.from(await request.arrayBuffer()) };
}
