import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getApi, postApi } from '../support/api-client.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { parsePage, textOf } from '../support/page-html.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { pageScripts } from '../support/assert-page.ts';
import { applyInvalidations } from '#tests/support/fresh-pages.ts';

const NASTY = `</title></script><script>alert(1)</script>"'><img src=x onerror=alert(1)><!-- {{x}} &amp;`;

let site: TestSite;
let owner: SignedInUser;
let stopListening: () => Promise<void>;
beforeAll(async () => {
  site = await createTestSite({ pages: true });
  owner = await memberFixture(() => site).arrive({ role: 'owner' });
  stopListening = await applyInvalidations(site);
});
afterAll(async () => {
  await stopListening();
  await site.close();
});

interface Document {
  readonly version: number;
  readonly value: Record<string, string>;
}
const read = (key: string) => getApi<Document>(site, `/site/sections/${key}`, owner.cookie);
const save = async (key: string, change: Record<string, string>) => {
  const { version, value } = await read(key);
  const body = { version, value: { ...value, ...change } };
  const answer = await postApi(site, `/site/sections/${key}`, body, { cookie: owner.cookie, method: 'PUT' });
  expect(answer.statusCode, answer.body).toBe(200);
};
const preview = (form: Record<string, string>, cookie = owner.cookie, headers: Record<string, string> = {}) =>
  site.http.app.inject({
    method: 'POST',
    url: '/dashboard/preview',
    payload: new URLSearchParams(form).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
  });
const formOf = async (key: string, page: string, change: Record<string, string> = {}) => {
  const { value } = await read(key);
  return { document: key, page, ...value, ...change };
};

describe('site preview', () => {
  it('shows unsaved changes and saves nothing', async () => {
    const before = await site.http.app.inject('/');
    const answer = await preview(await formOf('profile', '/', { headline: 'Not saved yet' }));
    expect(answer.statusCode).toBe(200);
    expect((await parsePage(answer.body)).text('h1')).toBe('Not saved yet');
    const after = await site.http.app.inject('/');
    expect(after.body).toBe(before.body);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['x-robots-tag']).toBe('noindex');
  });

  it('can be framed only by the site and is not hydrated', async () => {
    const answer = await preview(await formOf('profile', '/about'));
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain("script-src 'self' 'sha256-");
    expect(answer.body).toContain('data-app=""');
    for (const url of ['/', '/about', '/dashboard/site/profile']) {
      const page = await site.http.app.inject({ url, headers: { cookie: owner.cookie } });
      expect(page.headers['content-security-policy'], url).toContain("frame-ancestors 'none'");
    }
  });

  it('applies the accent and the order of the home page', async () => {
    const answer = await preview({
      document: 'appearance',
      page: '/',
      accent: 'amber',
      logo: '',
      logoAlt: '',
      homeSections: 'testimonials writing -work prices technologies',
    });
    const page = await parsePage(answer.body);
    expect(page.all('h2').map(textOf).slice(0, 4)).toEqual(['What clients say', 'Writing', 'Pricing', 'Technologies']);
    expect(answer.body).toMatch(/<[^>]* class="[^"]*\baccent-amber\b/);
    expect((await site.http.app.inject('/')).body).not.toMatch(/<[^>]* class="[^"]*\baccent-amber\b/);
  });

  it('waits with a reason while the section is invalid', async () => {
    const answer = await preview(await formOf('profile', '/', { name: '' }));
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('data-waits');
    expect(answer.body).toContain('This field is required.');
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'self'");
  });

  it.each([
    ['/dashboard', 400],
    ['/login', 400],
    ['//evil.example', 400],
    ['', 400],
  ])('does not exist for %j', async (page, status) => {
    expect((await preview(await formOf('profile', page))).statusCode).toBe(status);
  });

  it('is limited to the owner and same-origin requests', async () => {
    const form = await formOf('profile', '/');
    const member = await memberFixture(() => site).arrive();
    expect((await preview(form, member.cookie)).statusCode).toBe(403);
    expect((await preview(form, '')).statusCode).toBe(401);
    const foreign = await preview(form, owner.cookie, {
      'sec-fetch-site': 'cross-site',
      origin: 'https://evil.example',
    });
    expect(foreign.statusCode).toBe(403);
  });
});

describe('saved site section', () => {
  it('appears immediately on cached pages, feeds, email footers, manifest and structured data', async () => {
    const places = ['/', '/about', '/rss.xml', '/manifest.webmanifest', '/llms.txt'];
    for (const place of places) await site.http.app.inject(place);
    await save('profile', { name: 'Lin Yutang', email: 'lin@example.org', phone: '' });
    for (const place of places) {
      await expect
        .poll(async () => (await site.http.app.inject(place)).body, { message: place })
        .toContain('Lin Yutang');
    }
    const home = (await site.http.app.inject('/')).body;
    expect(home).toContain('"email":"lin@example.org"');
    expect(home).not.toContain('telephone');
    expect(home).not.toContain('tel:');
    expect(home).not.toContain('Mira Castellan</a>');
  });

  it('changes the accent of icons and cards', async () => {
    const icon = async () => (await site.http.app.inject('/favicon.svg')).body;
    const before = await icon();
    await save('appearance', { accent: 'plum' });
    await expect.poll(icon).not.toBe(before);
    const about = (await site.http.app.inject('/about')).body;
    expect(about).toContain(' accent-plum ');
    expect(about).toContain(`href="data:image/svg+xml,${encodeURIComponent(await icon())}"`);
  });

  it('never runs scripts', async () => {
    const texts = ['name', 'role', 'headline', 'bannerDescription', 'description', 'personality', 'footerDescription'];
    const hostile = NASTY.slice(0, 78);
    await save('profile', {
      ...Object.fromEntries(texts.map(name => [name, hostile])),
      address: hostile,
      country: '"><script>alert(1)</script>',
      portraitAlt: hostile,
      portraitCaption: hostile,
    });
    await expect.poll(async () => (await site.http.app.inject('/')).body).toContain('&lt;/title&gt;');
    for (const url of ['/', '/about', '/blogs']) {
      const page = await parsePage((await site.http.app.inject(url)).body);
      for (const { tagName, properties } of page.elements) {
        expect(Object.keys(properties).filter(name => /^on[A-Z]/.test(name))).toEqual([]);
        if (tagName === 'img') expect(properties.src, url).toMatch(/^\/media\//);
      }
      const scripts = page.all('script').filter(({ properties }) => properties.type !== 'application/ld+json');
      expect(scripts.map(textOf), url).toEqual(pageScripts);
      expect(page.all('title'), url).toHaveLength(1);
    }
  });
});

describe('site with empty sections', () => {
  it('has no empty parts, and every page responds', async () => {
    await site.db.$client.query(
      `update site_sections set content = '[]' where key in ('skills','techs','certificates','hobbies','careerGoals','testimonials','links')`,
    );
    await site.db.$client.query('delete from posts');
    await site.db.$client.query('delete from projects');
    site.http.invalidateAll();
    const paths = ['/', '/about', '/projects', '/pricing', '/blogs', '/privacy-policy', '/terms-conditions'];
    const others = ['/sitemap.xml', '/rss.xml', '/atom.xml', '/feed.json', '/llms.txt', '/social/page/home.png'];
    for (const url of [...paths, ...others]) expect((await site.http.app.inject(url)).statusCode, url).toBe(200);
    const home = await parsePage((await site.http.app.inject('/')).body);
    const main = textOf(home.all('main')[0]);
    for (const heading of ['Technologies', 'Selected work', 'Writing', 'What clients say']) {
      expect(main).not.toContain(heading);
    }
    expect(main).toContain('Pricing');
    const about = textOf((await parsePage((await site.http.app.inject('/about')).body)).all('main')[0]);
    for (const heading of ['Skills', 'Certificates', 'What’s next', 'Outside of work', 'What clients say']) {
      expect(about).not.toContain(heading);
    }
  });
});
