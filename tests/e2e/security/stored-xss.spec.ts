import type { Page } from '@playwright/test';
import { UNCLOSED_MARKDOWN } from '../../support/xss-payloads.ts';
import { type XssContent, seedXssContent } from '../support/xss-content.ts';
import { createApiClient } from '../support/api-client.ts';
import {
  expect,
  hydratePage,
  navigateInApp,
  pasteHtml,
  site,
  testOnOwnSite,
  type TestUser,
  waitForHydration,
} from '../support/test.ts';

const test = testOnOwnSite();
// A small window takes less time to paint. In a narrower one, tables hide columns; in a wider one, the dashboard lays
// out previews, which load anyway.
test.use({ viewport: { width: 1200, height: 200 } });
const softly = expect.configure({ soft: true });

// All tests use one site with the same content.
let owner: TestUser;
let content: XssContent;
test.beforeAll(async ({ playwright }) => {
  test.setTimeout(90_000);
  owner = await site.addOwner();
  const signedIn = await playwright.request.newContext({
    baseURL: site.url,
    extraHTTPHeaders: { cookie: await site.cookieOf(owner) },
  });
  content = await seedXssContent(createApiClient(signedIn, site.url), owner);
  await signedIn.dispose();
});

test.beforeEach(async ({ context }) => {
  await context.addInitScript(`globalThis.listDangers = ${String(listDangers)};`);
  await context.addInitScript(() => {
    // Console errors fail the test. A dialog would block it.
    const reportScript = (what: string) => console.error(what);
    Object.assign(globalThis, {
      ran: () => reportScript('A stored script ran.'),
      alert: () => reportScript('A dialog was shown.'),
    });
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      reportScript(`The policy held back ${violatedDirective}: ${blockedURI} ${sample}`),
    );
  });
});

/** The payloads contain image URLs of the site that don't exist. */
function announcePictures(trouble: { announce(pattern: RegExp): void }): void {
  trouble.announce(/^status 40[04]: GET \S+\/(?:x|1)$/);
  trouble.announce(/status of 40[04] \S.*\/(?:x|1)\)$/);
}

/** Returns everything in a document that could run a script or link to one. Runs in the browser. */
function listDangers(root: Document): string[] {
  const own = /^(?:https?|mailto|tel|blob|about):$/;
  return [...root.querySelectorAll('*')].flatMap(element => {
    const at = `${location.pathname} ${element.tagName}`;
    const handlers = element.getAttributeNames().filter(name => /^on|^srcdoc$|^ping$/.test(name));
    const leading = ['href', 'xlink:href', 'src', 'action', 'formaction', 'data', 'poster', 'cite'].filter(name => {
      const address = element.getAttribute(name);
      const protocol = address === null ? 'about:' : (URL.parse(address, location.href)?.protocol ?? 'about:');
      const isPicture =
        (element.tagName === 'IMG' && address?.startsWith('data:image/webp;base64,')) ||
        (element.matches('link[rel=icon]') && address?.startsWith('data:image/svg+xml,'));
      return !own.test(protocol) && !isPicture;
    });
    const strange = element.matches(
      'object, embed, base, math, .prose :is(script, style, form, iframe, svg, template)',
    );
    return [...handlers, ...leading, ...(strange ? ['itself'] : [])].map(what => `${at}: ${what}`);
  });
}

/** Returns the dangers on a page and in its frames. */
async function findDangers(page: Page): Promise<string[]> {
  const found = await Promise.all(page.frames().map(frame => frame.evaluate(() => listDangers(document))));
  return found.flat();
}

/** Checks a page repeatedly until its frames have loaded. */
async function expectHarmless(page: Page, where: string): Promise<void> {
  await softly.poll(() => findDangers(page).catch(() => ['a frame is still on its way']), where).toEqual([]);
}

/** Returns whether a payload is visible as text, which proves that the page contains it. */
function isShown(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const values = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
    const alts = [...document.images].map(({ alt }) => alt);
    return [document.body.innerText, ...values, ...alts].some(text => text.includes('ran'));
  });
}

async function expectHarmlessPayloads(page: Page, where: string): Promise<void> {
  await expectHarmless(page, where);
  expect.soft(await isShown(page), `${where} shows a payload`).toBe(true);
}

/** Returns the server's HTML of a path. */
async function readHtml(page: Page, path: string): Promise<string> {
  const answer = await page.request.get(path);
  expect(answer.status(), path).toBe(200);
  return answer.text();
}

/**
 * Writes the server's HTML of a path into the open document, which parses it and runs its scripts as a document load
 * does, in a fraction of the time. Nothing hydrates it.
 */
async function writeHtmlOf(page: Page, path: string): Promise<void> {
  await page.setContent(await readHtml(page, path), { waitUntil: 'domcontentloaded' });
}

/** Checks feeds and other files from an open page, which parses them. */
async function expectHarmlessFiles(page: Page): Promise<void> {
  const found = await page.evaluate(async () => {
    const problems: string[] = [];
    const judge = (path: string, html: string) => {
      const inside = new DOMParser().parseFromString(html, 'text/html');
      for (const element of inside.querySelectorAll('*')) {
        const names = element.getAttributeNames().filter(name => /^on|^style$|^srcdoc$/.test(name));
        const href = element.getAttribute('href') ?? element.getAttribute('src');
        const runs =
          href !== null && /^(?:javascript|data|vbscript):/.test(URL.parse(href, location.href)?.protocol ?? '');
        if (names.length > 0 || runs || element.matches('script, iframe, object, embed, form, svg, math, base'))
          problems.push(`${path}: ${element.outerHTML.slice(0, 100)}`);
      }
    };
    for (const path of ['/rss.xml', '/atom.xml', '/sitemap.xml']) {
      const xml = new DOMParser().parseFromString(await (await fetch(path)).text(), 'text/xml');
      if (xml.querySelector('parsererror')) problems.push(`${path} is not whole`);
      if (path === '/sitemap.xml') continue;
      // Titles and image descriptions are text; feed readers interpret these elements as HTML.
      const texts = [...xml.querySelectorAll('item, entry')].flatMap(item =>
        [...item.children].filter(({ tagName }) => /^(?:content:encoded|content|description)$/.test(tagName)),
      );
      if (texts.length < 5) problems.push(`${path} has no texts`);
      for (const text of texts) judge(path, text.textContent);
    }
    const feed = (await (await fetch('/feed.json')).json()) as { items: { content_html: string }[] };
    for (const item of feed.items) judge('/feed.json', item.content_html);
    return problems;
  });
  expect(found).toEqual([]);
  for (const path of ['/rss.xml', '/atom.xml', '/feed.json', '/llms.txt']) {
    const answer = await page.request.get(path);
    expect(answer.headers()['content-type'], path).not.toMatch(/text\/html/);
    expect(answer.headers()['x-content-type-options'], path).toBe('nosniff');
    expect(await answer.text()).toContain('ran()');
  }
}

test('runs no stored scripts on public pages, before or after hydration, and escapes them in feeds', async ({
  page,
  trouble,
}) => {
  announcePictures(trouble);
  test.slow();
  const documents = ['/', '/blogs', '/blog/hostile-0', '/projects/hostile-0', '/search?q=ran'];
  const checkServed = async (path: string) => {
    await expectHarmlessPayloads(page, path);
    // Content after the payload is intact.
    await expect.soft(page.getByRole('contentinfo'), path).toHaveCount(1);
  };
  for (const path of documents) {
    await test.step(`${path} as a document, then hydrated`, async () => {
      expect((await page.goto(path))?.status(), path).toBe(200);
      await checkServed(path);
      await hydratePage(page);
      await expectHarmless(page, `${path}, hydrated`);
    });
  }
  await test.step('feeds and other files', () => expectHarmlessFiles(page));
  expect(content.public).toEqual(expect.arrayContaining(documents));
  for (const path of content.public.filter(one => !documents.includes(one))) {
    await test.step(path, async () => {
      await writeHtmlOf(page, path);
      await checkServed(path);
    });
  }
  expect(content.public.filter(path => path.startsWith('/blog/'))).toHaveLength(UNCLOSED_MARKDOWN.length + 1);
});

test('runs no stored scripts in the dashboard and its editors, or from pasted text', async ({
  page,
  context,
  trouble,
}) => {
  announcePictures(trouble);
  test.slow();
  await site.signIn(context, owner);
  const [first = '', ...others] = content.dashboard;
  await page.goto(first);
  await waitForHydration(page);
  await expectHarmlessPayloads(page, first);
  for (const path of others) {
    await test.step(path, async () => {
      await navigateInApp(page, path);
      await expectHarmlessPayloads(page, path);
    });
  }
  await test.step('compared revisions', async () => {
    await navigateInApp(page, content.dashboard.find(path => path.endsWith('/revisions')) ?? '');
    await page.getByRole('navigation', { name: 'Versions' }).getByRole('link').last().click();
    await expect(page.getByRole('button', { name: 'Restore this version' })).toBeVisible();
    await expectHarmless(page, 'compared');
  });
  await test.step('command palette', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('script');
    await expect(page.getByRole('option').filter({ hasText: 'ran()' }).first()).toBeVisible();
    await expectHarmless(page, 'palette');
    await page.keyboard.press('Escape');
  });
  // The settings leave no room for an editor in a small window.
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const path of content.writing) {
    await test.step(path, async () => {
      await navigateInApp(page, path);
      await expect(page.locator('.ProseMirror')).toBeVisible();
      await expectHarmlessPayloads(page, path);
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('button', { name: 'Markdown' }).click();
      await expect(page.locator('.cm-content')).toBeVisible();
      await expectHarmless(page, `${path} as source`);
    });
  }
  await test.step('pasted text', async () => {
    await navigateInApp(page, '/dashboard/add-blog');
    const text = page.locator('.ProseMirror');
    await expect(text).toBeVisible();
    for (const html of pasted) {
      await text.click();
      await pasteHtml(text, html);
    }
    await expect(text).toContainText('words');
    await expectHarmless(page, 'pasted');
  });
  await test.step('HTML of the server', async () => {
    for (const path of [...content.dashboard, ...content.writing]) {
      const html = await readHtml(page, path);
      expect.soft(html, `the HTML of ${path}`).toContain('ran');
      const dangers = await page.evaluate(
        text => listDangers(new DOMParser().parseFromString(text, 'text/html')),
        html,
      );
      expect.soft(dangers, `the HTML of ${path}`).toEqual([]);
    }
    // Their rendered Markdown also depends on how a document is parsed.
    for (const path of content.dashboard.filter(one => /preview|revisions/.test(one))) {
      await writeHtmlOf(page, path);
      await expectHarmlessPayloads(page, `${path} as a document`);
    }
  });
});

/** Clipboard content from other programs and from malicious pages. */
const pasted = [
  '<p>words<script>ran()</script><img src=x onerror=ran()></p>',
  '<p style="position:fixed" onclick=ran()>words</p><p/style="color:red">words</p><p style = "color:red">words</p>',
  `<p title="a"style="color:red">words</p><p\nstyle='color:red'>words</p><style>*{color:red}</style>`,
  '<p data-pm-slice="1 1 []" style="color:red" onclick=ran()>words<img src=x onerror=ran()></p>',
  '<a href="javascript:ran()">words</a><a href="java&Tab;script:ran()">words</a><a href="data:text/html,ran()">words</a>',
  '<svg onload=ran()><style>*{color:red}</style><a xlink:href="javascript:ran()"><text>words</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=ran()&gt;"></table></math>',
  '<iframe srcdoc="<script>parent.ran()</script>"></iframe><object data="data:text/html,ran()"></object>words',
  '<form action="javascript:ran()"><input autofocus onfocus=ran()><button formaction="javascript:ran()">words</button></form>',
  '<template shadowrootmode=open><img src=x onerror=ran()></template><noscript><img src=x onerror=ran()></noscript>words',
  '<base href="https://evil.example/"><link rel=stylesheet href="https://evil.example/x.css"><p>words</p>',
  '<p>words<img src="https://evil.example/x.png" alt="far"><video src="https://evil.example/x" autoplay></video></p>',
];
