import type { Element, Nodes } from 'hast';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SiteSection } from '#features/site/contract/index.ts';
import { renderMarkdown } from '#platform/text/markdown.ts';
import { expectApiError, VALIDATION_LIBRARY_PATTERN, getApi, postApi } from '../../support/api-client.ts';
import { XSS_URLS, XSS_LINES, XSS_MARKDOWN, SHORT, UNCLOSED_MARKDOWN } from '../../support/xss-payloads.ts';
import { type SignedInUser, memberFixture } from '../../support/member-fixture.ts';
import { parsePage } from '../../support/page-html.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';

const executable =
  /^(?:script|style|iframe|object|embed|base|meta|link|form|button|svg|math|template|textarea|select)$/;

/** Returns every element of an HTML fragment as browsers parse it inside a page. */
async function elementsOf(html: string): Promise<Element[]> {
  const page = await parsePage(`<!doctype html><title>x</title><main>${html}</main><footer>after</footer>`);
  expect(page.all('footer'), 'text after it is unchanged').toHaveLength(1);
  const found: Element[] = [];
  const walk = (node: Nodes) => {
    if (node.type === 'element') found.push(node);
    if ('children' in node) for (const child of node.children) walk(child);
  };
  const [main] = page.all('main');
  if (main) for (const child of main.children) walk(child);
  return found;
}

describe('Markdown text', () => {
  const texts = [...XSS_MARKDOWN, ...UNCLOSED_MARKDOWN, ...XSS_LINES, SHORT];
  it.each(texts.map(text => [text.length > 200 ? `${text.slice(0, 30)}… (${text.length})` : text, text] as const))(
    'contains nothing executable: %s',
    async (_, text) => {
      const { html } = await renderMarkdown(text);
      for (const { tagName, properties } of await elementsOf(html)) {
        // The button that copies code is our own.
        if (!Object.hasOwn(properties, 'dataCopyCode')) expect(tagName).not.toMatch(executable);
        const names = Object.keys(properties);
        expect(names.filter(name => /^on|^style$|^srcdoc$|^formaction$|^ping$/i.test(name))).toEqual([]);
        for (const value of [properties.href, properties.src, properties.cite, properties.longDesc]) {
          // Resolve relative URLs as browsers do, which drops tabs, line breaks and leading whitespace.
          if (typeof value !== 'string') continue;
          expect(URL.parse(value, 'https://own.example/')?.protocol ?? 'none:').toMatch(
            /^(?:https?|mailto|ircs?|xmpp|none):$/,
          );
        }
      }
    },
  );
});

let site: TestSite;
let owner: SignedInUser;
beforeAll(async () => {
  site = await createTestSite();
  owner = await memberFixture(() => site).arrive({ role: 'owner' });
});
afterAll(() => site.close());

/** Sends a payload and expects an error message for its field. */
async function expectRefused(send: () => ReturnType<typeof postApi>, field: string): Promise<void> {
  const { fields } = expectApiError(await send(), 'BAD_REQUEST');
  expect(Object.keys(fields ?? {})).toEqual([field]);
  const [sentence] = Object.values(fields ?? {});
  expect(sentence).toMatch(/\.$/);
  expect(sentence).not.toMatch(VALIDATION_LIBRARY_PATTERN);
}

describe('non-web address', () => {
  it.each(XSS_URLS)('%s is refused in every address field', async address => {
    const { cookie } = owner;
    for (const [path, field] of [
      ['/blogs', 'canonicalUrl'],
      ['/projects', 'canonicalUrl'],
      ['/projects', 'link'],
      ['/projects', 'repository'],
    ] as const) {
      await expectRefused(() => postApi(site, path, { [field]: address }, { cookie }), field);
    }
    const { version } = await getApi<SiteSection>(site, '/site/sections/links', cookie);
    const value = [{ icon: 'github', link: address }];
    await expectRefused(
      () => postApi(site, '/site/sections/links', { version, value }, { cookie, method: 'PUT' }),
      '0.link',
    );
  });
});

describe('hostile text in restricted fields', () => {
  it.each(XSS_LINES)('is refused in icon paths, addresses and numbers: %s', async text => {
    const { cookie } = owner;
    await expectRefused(() => postApi(site, '/blogs', { slug: text }, { cookie }), 'slug');
    await expectRefused(() => postApi(site, '/projects', { slug: text }, { cookie }), 'slug');
    const { version } = await getApi<SiteSection>(site, '/site/sections/techs', cookie);
    const value = [{ name: 'One', icon: text }];
    await expectRefused(
      () => postApi(site, '/site/sections/techs', { version, value }, { cookie, method: 'PUT' }),
      '0.icon',
    );
  });

  it.each(['\u0000', '\n', '\u0007', '\u001B[31m'])(
    'with control characters is refused in single-line fields: %j',
    async sign => {
      const { cookie } = owner;
      for (const field of ['title', 'description', 'coverAlt', 'metaTitle', 'socialDescription']) {
        await expectRefused(() => postApi(site, '/blogs', { [field]: `One${sign}two` }, { cookie }), field);
      }
      await expectRefused(
        () => postApi(site, '/profile', { name: `One${sign}two` }, { cookie, method: 'PATCH' }),
        'name',
      );
    },
  );

  it.each(['\u202E', '\u2066'])('with bidirectional overrides is refused in names: %j', async sign => {
    const { cookie } = owner;
    await expectRefused(() => postApi(site, '/profile', { name: `One${sign}` }, { cookie, method: 'PATCH' }), 'name');
  });

  it('is never stored', async () => {
    const { rows } = await site.db.$client.query(
      'select id::text from posts where not is_sample union all select id from projects where not is_sample',
    );
    expect(rows).toEqual([]);
  });
});
