import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SectionKey } from '#features/site/contract/content.ts';
import type { SectionFormValue, SiteSection } from '#features/site/contract/index.ts';
import { sectionDefinitions } from '#features/site/rules/section-definitions.ts';
import { expectApiError, getApi, postApi } from '../support/api-client.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { addPicture } from '../support/upload-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let owner: SignedInUser;
beforeAll(async () => {
  site = await createTestSite();
  owner = await memberFixture(() => site).arrive({ role: 'owner' });
});
afterAll(() => site.close());

const keys: SectionKey[] = [...sectionDefinitions.map(({ key }) => key), 'appearance'];
const read = (key: SectionKey) => getApi<SiteSection>(site, `/site/sections/${key}`, owner.cookie);
const send = (key: string, body: object, cookie = owner.cookie) =>
  postApi(site, `/site/sections/${key}`, body, { cookie, method: 'PUT' });
const rowOf = async (key: string) =>
  (await site.db.$client.query('select * from site_sections where key = $1', [key])).rows[0] as Record<string, unknown>;

/** Saves a section over its current version. */
async function save(key: SectionKey, value: SectionFormValue) {
  const { version } = await read(key);
  return send(key, { version, value });
}

describe('site section', () => {
  it.each(keys)('%s round-trips through its form', async key => {
    const before = await rowOf(key);
    const document = await read(key);
    const answer = await send(key, { version: document.version, value: document.value });
    expect(answer.json()).toMatchObject({ key, value: document.value, version: document.version + 1, source: 'owner' });
    const after = await rowOf(key);
    expect(after).toMatchObject({ is_sample: false, is_placeholder: false, version: document.version + 1 });
    expect(after.content).toEqual(before.content);
  });

  it('is not overwritten from an older version', async () => {
    const { version, value } = await read('hobbies');
    expect((await send('hobbies', { version, value: [{ icon: 'fish', name: 'Angling' }] })).statusCode).toBe(200);
    const row = await rowOf('hobbies');
    const refusal = expectApiError(await send('hobbies', { version, value }), 'CONFLICT');
    expect(refusal.message).toMatch(/changed in another tab/);
    expectApiError(await send('hobbies', { version: 2 ** 31 - 1, value }), 'CONFLICT');
    expect(await rowOf('hobbies')).toEqual(row);
  });

  it('can be read and saved only by the owner', async () => {
    const author = await memberFixture(() => site).arrive({ role: 'author' });
    expectApiError(await send('skills', { version: 1, value: [] }, author.cookie), 'FORBIDDEN');
    expectApiError(await send('skills', { version: 1, value: [] }, ''), 'UNAUTHORIZED');
    expectApiError(await send('no-such', { version: 1, value: [] }), 'BAD_REQUEST');
  });

  it('keeps the owner’s time zone', async () => {
    const { value } = await read('profile');
    await save('profile', { ...(value as Record<string, string>), headline: 'Another headline' });
    const layout = await getApi<{ profile: { headline: string; timeZone: string } }>(site, '/site');
    expect(layout.profile).toMatchObject({ headline: 'Another headline', timeZone: 'America/New_York' });
    const refusal = expectApiError(
      await save('profile', { ...(value as Record<string, string>), timeZone: 'Asia/Dhaka' }),
      'BAD_REQUEST',
    );
    expect(refusal.fields).not.toEqual({});
  });
});

describe('invalid input', () => {
  const skill = { skill: 'TypeScript', level: '87', area: 'Front end' };
  const goal = { title: 'Year 1', myGoals: 'One' };
  const refusals: readonly [SectionKey, SectionFormValue, string][] = [
    ['skills', [{ ...skill, level: '101' }], '0.level'],
    ['skills', [{ ...skill, level: '7.5' }], '0.level'],
    ['skills', [{ ...skill, area: 'Garden' }], '0.area'],
    ['skills', [skill, { ...skill, skill: ' typescript ' }], '1.skill'],
    ['skills', [{ ...skill, skill: '' }], '0.skill'],
    ['skills', Array.from({ length: 61 }, (_, place) => ({ ...skill, skill: `S${place}` })), 'value'],
    ['skills', {}, 'value'],
    ['careerGoals', [{ ...goal, myGoals: ' \r\n ' }], '0.myGoals'],
    ['hobbies', [{ icon: 'bomb', name: 'Chess' }], '0.icon'],
    ['techs', [{ name: 'Evil', icon: 'M0 0"/><script>' }], '0.icon'],
    ['techs', [{ name: 'Words', icon: 'not a path' }], '0.icon'],
    ['links', [{ icon: 'github', link: 'javascript:alert(1)' }], '0.link'],
    ['links', [{ icon: 'myspace', link: 'https://example.org' }], '0.icon'],
    ['testimonials', [{ name: 'A', role: '', rating: '5.1', avatar: '', testimonial: 'Good' }], '0.rating'],
    [
      'testimonials',
      [{ name: 'A', role: '', rating: '5', avatar: 'ffffffffffffffff', testimonial: 'Good' }],
      '0.avatar',
    ],
    ['privacyPolicy', { title: 'P', description: '', updatedAt: '2026-13-01', markdown: 'x' }, 'updatedAt'],
    ['appearance', { accent: 'sea', logo: '', logoAlt: '', homeSections: 'work work' }, 'homeSections'],
    ['appearance', { accent: 'puce', logo: '', logoAlt: '', homeSections: '' }, 'accent'],
  ];
  it.each(refusals)('%s %j shows an error on the field and changes nothing', async (key, value, field) => {
    const before = await rowOf(key);
    const { fields } = expectApiError(await save(key, value), 'BAD_REQUEST');
    expect(Object.keys(fields)).toContain(field);
    expect(await rowOf(key)).toEqual(before);
  });

  it('includes a date of birth in the future', async () => {
    const { value } = await read('profile');
    const saveBirth = (dateOfBirth: string) => save('profile', { ...(value as Record<string, string>), dateOfBirth });
    const before = await rowOf('profile');
    const { fields } = expectApiError(await saveBirth('2026-11-21'), 'BAD_REQUEST');
    expect(fields).toEqual({ dateOfBirth: 'Enter a date that isn’t in the future.' });
    expect(await rowOf('profile')).toEqual(before);
    expect((await saveBirth('2026-11-20')).statusCode).toBe(200);
  });

  it('includes unknown navigation addresses', async () => {
    const { value } = await read('navItems');
    const items = value as Record<string, string>[];
    expectApiError(await save('navItems', [...items, { href: '/login', label: 'In', hidden: '' }]), 'BAD_REQUEST');
    expectApiError(await save('navItems', items.slice(1)), 'BAD_REQUEST');
    expect((await save('navItems', items.toReversed())).statusCode).toBe(200);
  });
});

describe('legal text', () => {
  it('is written in Markdown and rendered on save', async () => {
    const markdown = '## One\r\n\r\nText <script>alert(1)</script>\r\n\r\n## Two';
    await save('termsConditions', { title: 'Terms', description: '', updatedAt: '2026-11-20', markdown });
    const page = await getApi<Record<string, unknown>>(site, '/legal/terms-conditions');
    expect(page.html).toContain('<h2 id="s-one">One</h2>');
    expect(page.html).not.toContain('script');
    expect(page.headings).toHaveLength(2);
    expect(page).not.toHaveProperty('markdown');
  });

  it('stored as HTML by an older version is edited as HTML and unchanged once saved', async () => {
    const before = (await rowOf('privacyPolicy')).content as { html: string; headings: unknown[] };
    expect(before.headings.length).toBeGreaterThan(3);
    await site.db.$client.query(`update site_sections set content = content - 'markdown' where key = 'privacyPolicy'`);
    const { value } = await read('privacyPolicy');
    expect((await save('privacyPolicy', value)).statusCode).toBe(200);
    const after = (await rowOf('privacyPolicy')).content as { html: string; headings: unknown[] };
    expect(after.headings).toEqual(before.headings);
    expect(after.html.replaceAll(/\s+/g, ' ')).toBe(before.html.replaceAll(/\s+/g, ' '));
  });
});

describe('picture', () => {
  it('becomes the logo with alternative text', async () => {
    const { id } = await addPicture(site, owner, 'sign.png');
    const { value } = await read('appearance');
    const looks = { ...(value as Record<string, string>), logo: id };
    expect(expectApiError(await save('appearance', looks), 'BAD_REQUEST').fields).toHaveProperty('logoAlt');
    await save('appearance', { ...looks, logoAlt: 'Ada’s sign' });
    const layout = await getApi<{ appearance: { logo: unknown } }>(site, '/site');
    expect(layout.appearance.logo).toMatchObject({ alt: 'Ada’s sign', picture: { id } });
  });

  it('that does not exist is rejected', async () => {
    const { value } = await read('appearance');
    const looks = { ...(value as Record<string, string>), logo: '0000000000000000', logoAlt: 'A sign' };
    expect(expectApiError(await save('appearance', looks), 'BAD_REQUEST').fields).toHaveProperty('logo');
  });
});
