import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES } from '#features/contact/contract/limits.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { parsePage, textOf } from '../support/page-html.ts';
import { expectValidPage } from '../support/assert-page.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const SITE = 'https://site.example';

let site: TestSite;
let now = Temporal.Instant.from('2027-03-01T17:05:00Z');
const { arrive, rows } = memberFixture(() => site);

beforeAll(async () => {
  site = await createTestSite({ pages: true, environment: { SITE_URL: SITE }, now: () => now });
  await arrive({ role: 'owner' });
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.db.$client.query('delete from emails; delete from rate_limits; delete from contact_messages');
});

const get = (url: string, headers: Record<string, string> = {}) => site.http.app.inject({ url, headers });

/** Returns the hidden fields of the form on the page. */
async function hiddenFields(): Promise<Record<string, string>> {
  const page = await parsePage((await get('/contact')).body);
  now = now.add({ seconds: 20 });
  return Object.fromEntries(
    page
      .all('input')
      .filter(({ properties }) => properties.type === 'hidden')
      .map(({ properties }) => [String(properties.name), String(properties.value)]),
  );
}

/** Submits the form as a browser without JavaScript does. */
async function post(changes: Record<string, string | File> = {}, headers: Record<string, string> = {}) {
  const form = new FormData();
  const typed = {
    name: 'Noor',
    email: 'noor@site.example',
    subject: 'Tides',
    budget: '',
    message: 'A word.',
    website: '',
  };
  const fields = { ...(await hiddenFields()), ...typed, ...changes };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const request = new Request(SITE, { method: 'POST', body: form });
  return site.http.app.inject({
    method: 'POST',
    url: '/contact',
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  });
}

describe('contact page', () => {
  it('is valid, uncached and lists other ways to reach the owner', async () => {
    const answer = await get('/contact');
    expect(answer.headers['cache-control']).toBe('no-store');
    const page = await parsePage(answer.body);
    expectValidPage(page, answer.headers, { isTracked: true });
    expect(page.text('title')).toBe('Contact · Mira Castellan');
    expect(page.link('canonical')).toBe(`${SITE}/contact`);
    expect(page.meta('og:image')).toBe(`${SITE}/social/page/contact.png`);
    expect(page.meta('robots')).toBeUndefined();
    expect(page.jsonLd.map(thing => thing['@type'])).toEqual(['ContactPage', 'BreadcrumbList']);
    expect(page.text('dl')).toContain('12:05 on Monday (GMT-5)');
    const hrefs = page.all('a').map(({ properties }) => properties.href);
    expect(hrefs).toEqual(expect.arrayContaining(['mailto:mira@castellan.example', 'tel:+12025550142']));
    expect((await get('/social/page/contact.png')).headers['content-type']).toBe('image/png');
    expect((await get('/sitemap.xml')).body).toContain(`<loc>${SITE}/contact</loc>`);
  });

  it('knows the signed-in user', async () => {
    const lin = await arrive({ name: 'Lin Osei', email: 'lin@site.example' });
    const { body } = await get('/contact', { cookie: lin.cookie });
    for (const value of [lin.name, lin.email]) expect(body).toContain(`value="${value}"`);
  });

  it('hides its honeypot from sight, tab order, assistive technology and autofill', async () => {
    const page = await parsePage((await get('/contact')).body);
    const honeypotInput = page.all('input').find(({ properties }) => properties.name === 'website');
    expect(honeypotInput?.properties).toMatchObject({ tabIndex: -1, autoComplete: ['off'], className: ['sr-only'] });
    const around = page.elements.find(({ properties }) => properties.inert === true || properties.inert === '');
    expect(around?.properties).toMatchObject({ ariaHidden: 'true' });
    expect(textOf(around)).toBe('Leave this field empty');
  });
});

describe('contact form without JavaScript', () => {
  it('redirects to its confirmation once, however often it is sent', async () => {
    const fields = await hiddenFields();
    for (const answer of [await post(fields), await post(fields)]) {
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/contact?did=sent']);
    }
    expect(await rows('contact_messages')).toMatchObject([{ name: 'Noor', spam_check: 'unverified', state: 'new' }]);
    const page = await parsePage((await get('/contact?did=sent')).body);
    expect(page.all('form').filter(({ properties }) => properties.action === '/contact')).toEqual([]);
    expect(page.meta('robots')).toContain('noindex');
  });

  it('replaces tabs with spaces', async () => {
    expect((await post({ name: 'Noor\tHaddad', subject: 'Tide tables\t' })).statusCode).toBe(303);
    expect(await rows('contact_messages')).toMatchObject([{ name: 'Noor Haddad', subject: 'Tide tables' }]);
  });

  it('includes its file', async () => {
    const file = new File(['%PDF-1.7\n'], 'tides.pdf', { type: 'application/pdf' });
    expect((await post({ file })).headers.location).toBe('/contact?did=sent');
    expect(await rows('contact_messages')).toMatchObject([{ file_name: 'tides.pdf', file_size_bytes: 9 }]);
  });

  it('shows a file error on the field and keeps the input', async () => {
    const file = new File([new Uint8Array(MAX_FILE_BYTES + 1)], 'tides.pdf');
    const answer = await post({ file, message: 'A long story.' });
    expect(answer.statusCode).toBe(422);
    const page = await parsePage(answer.body);
    const field = page.all('input').find(({ properties }) => properties.name === 'file');
    expect(field?.properties.ariaInvalid).toBe('true');
    expect(textOf(page.all('textarea')[0])).toContain('A long story.');
    expect(await rows('contact_messages')).toEqual([]);
  });

  it('shows an email error on the field and keeps the input', async () => {
    const answer = await post({ email: 'noor', message: 'A long story.' });
    expect(answer.statusCode).toBe(400);
    const page = await parsePage(answer.body);
    const field = page.all('input').find(({ properties }) => properties.name === 'email');
    expect(field?.properties.ariaInvalid).toBe('true');
    expect(textOf(page.all('textarea')[0])).toContain('A long story.');
  });

  it('says on the next page that a disguised program was not stored', async () => {
    const answer = await post({ file: new File(['MZ not a text'], 'notes.txt', { type: 'text/plain' }) });
    expect(answer.statusCode).toBe(303);
    const page = await parsePage((await get(String(answer.headers.location))).body);
    expect(textOf(page.all('main')[0])).toContain('Its content doesn’t match its file name');
    expect(await rows('contact_messages')).toMatchObject([{ file_id: null }]);
  });

  it('is rejected when too large, cross-site or too frequent', async () => {
    const large = new File([new Uint8Array(2 * MAX_FILE_BYTES + 20_000)], 'tides.pdf');
    const refused = await post({ file: large });
    expect(refused.statusCode).toBe(413);
    const page = await parsePage(refused.body);
    expect(textOf(page.all('body')[0])).toContain('These files are too large for this form. Choose smaller ones.');
    expect(page.all('a').map(({ properties }) => properties.href)).toContain('/contact');
    expect((await post({}, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    for (const status of [303, 303, 429]) expect((await post()).statusCode).toBe(status);
    expect(await rows('contact_messages')).toHaveLength(2);
  });

  it('must be sent again after a day', async () => {
    const old = await hiddenFields();
    now = now.add({ hours: 25 });
    const answer = await post(old);
    expect(answer.statusCode).toBe(422);
    const page = await parsePage(answer.body);
    const formToken = page.all('input').find(({ properties }) => properties.name === 'formToken')?.properties.value;
    expect(formToken).not.toBe(old.formToken);
    now = now.add({ seconds: 5 });
    expect((await post({ ...old, formToken: String(formToken) })).statusCode).toBe(303);
  });
});
