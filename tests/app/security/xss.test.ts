import type { Element, Nodes } from 'hast';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SiteDocument } from '#features/site/contract/index.ts';
import { renderMarkdown } from '#platform/text/markdown.ts';
import { expectRefusal, libraryWords, readApi, sendApi } from '../../support/api-client.ts';
import {
  hostileAddresses,
  hostileLines,
  hostileMarkdown,
  SHORT,
  swallowingMarkdown,
} from '../../support/xss-payloads.ts';
import { type Arrived, membersOf } from '../../support/member-fixture.ts';
import { parsePage } from '../../support/page-html.ts';
import { openTestSite, type TestSite } from '../../support/test-site.ts';

const executable =
  /^(?:script|style|iframe|object|embed|base|meta|link|form|button|svg|math|template|textarea|select)$/;

/** Every element of a text as a browser's parser makes them where it stands on a page. */
async function elementsOf(html: string): Promise<Element[]> {
  const page = await parsePage(`<!doctype html><title>x</title><main>${html}</main><footer>after</footer>`);
  expect(page.all('footer'), 'what stands after it is still itself').toHaveLength(1);
  const found: Element[] = [];
  const walk = (node: Nodes) => {
    if (node.type === 'element') found.push(node);
    if ('children' in node) for (const child of node.children) walk(child);
  };
  const [main] = page.all('main');
  if (main) for (const child of main.children) walk(child);
  return found;
}

describe('a text in Markdown', () => {
  const texts = [...hostileMarkdown, ...swallowingMarkdown, ...hostileLines, SHORT];
  it.each(texts.map(text => [text.length > 200 ? `${text.slice(0, 30)}… (${text.length})` : text, text] as const))(
    'carries nothing that runs: %s',
    async (_, text) => {
      const { html } = await renderMarkdown(text);
      for (const { tagName, properties } of await elementsOf(html)) {
        // The one that copies code is ours.
        if (!Object.hasOwn(properties, 'dataCopyCode')) expect(tagName).not.toMatch(executable);
        const names = Object.keys(properties);
        expect(names.filter(name => /^on|^style$|^srcdoc$|^formaction$|^ping$/i.test(name))).toEqual([]);
        for (const value of [properties.href, properties.src, properties.cite, properties.longDesc]) {
          // A relative address is resolved as the browser does, which drops tabs, line breaks and what stands before.
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
let owner: Arrived;
beforeAll(async () => {
  site = await openTestSite();
  owner = await membersOf(() => site).arrive({ role: 'owner' });
});
afterAll(() => site.close());

/** Sends a hostile value and expects a sentence beside the field that it stands in. */
async function expectRefused(send: () => ReturnType<typeof sendApi>, field: string): Promise<void> {
  const { fields } = expectRefusal(await send(), 'BAD_REQUEST');
  expect(Object.keys(fields ?? {})).toEqual([field]);
  const [sentence] = Object.values(fields ?? {});
  expect(sentence).toMatch(/\.$/);
  expect(sentence).not.toMatch(libraryWords);
}

describe('an address that leads nowhere on the web', () => {
  it.each(hostileAddresses)('%s is refused wherever one is asked for', async address => {
    const { cookie } = owner;
    for (const [path, field] of [
      ['/blogs', 'canonicalUrl'],
      ['/projects', 'canonicalUrl'],
      ['/projects', 'link'],
      ['/projects', 'repository'],
    ] as const) {
      await expectRefused(() => sendApi(site, path, { [field]: address }, { cookie }), field);
    }
    const { version } = await readApi<SiteDocument>(site, '/site/documents/links', cookie);
    const value = [{ icon: 'github', link: address }];
    await expectRefused(
      () => sendApi(site, '/site/documents/links', { version, value }, { cookie, method: 'PUT' }),
      '0.link',
    );
  });
});

describe('hostile text where only some signs can stand', () => {
  it.each(hostileLines)('is refused in the path of an icon, in an address and in a number: %s', async text => {
    const { cookie } = owner;
    await expectRefused(() => sendApi(site, '/blogs', { slug: text }, { cookie }), 'slug');
    await expectRefused(() => sendApi(site, '/projects', { slug: text }, { cookie }), 'slug');
    const { version } = await readApi<SiteDocument>(site, '/site/documents/techs', cookie);
    const value = [{ name: 'One', icon: text }];
    await expectRefused(
      () => sendApi(site, '/site/documents/techs', { version, value }, { cookie, method: 'PUT' }),
      '0.icon',
    );
  });

  it.each(['\u0000', '\n', '\u0007', '\u001B[31m'])('control signs are refused in lines: %j', async sign => {
    const { cookie } = owner;
    for (const field of ['title', 'description', 'coverAlt', 'metaTitle', 'cardDescription']) {
      await expectRefused(() => sendApi(site, '/blogs', { [field]: `One${sign}two` }, { cookie }), field);
    }
    await expectRefused(
      () => sendApi(site, '/profile', { name: `One${sign}two` }, { cookie, method: 'PATCH' }),
      'name',
    );
  });

  it.each(['\u202E', '\u2066'])('marks that turn letters around are refused in names: %j', async sign => {
    const { cookie } = owner;
    await expectRefused(() => sendApi(site, '/profile', { name: `One${sign}` }, { cookie, method: 'PATCH' }), 'name');
  });

  it('left nothing behind', async () => {
    const { rows } = await site.db.$client.query(
      'select id::text from posts where not sample union all select id from projects where not sample',
    );
    expect(rows).toEqual([]);
  });
});
