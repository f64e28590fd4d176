import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HighlightedParts, SearchHit } from '#features/search/contract.ts';
import { requestApi, expectApiError, getApi } from '../support/api-client.ts';
import { parsePage, textOf } from '../support/page-html.ts';
import { insertPost, insertProject } from '../support/row-factories.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

interface Answer {
  items: SearchHit[];
  total: number;
  page: number;
  pageSize: number;
  counts: { posts: number; projects: number };
  hasMore: boolean;
  isCorrected: boolean;
  correctedQuery: string | null;
  correctedSearch?: string | null;
}

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite({ pages: true });
});
afterAll(() => site.close());

const addressOf = (query: Record<string, string | number>) =>
  `/search?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`;
const ask = (q: string, query: Record<string, string | number> = {}) =>
  getApi<Answer>(site, addressOf({ q, ...query }));
const shown = (marked: HighlightedParts) => marked.map(part => (part.isMatch ? `[${part.text}]` : part.text)).join('');
const titles = ({ items }: Answer) => items.map(hit => hit.title);

describe('relevance on the sample content', () => {
  it.each([
    ['caching', 'Caching HTML on one server'],
    ['invoice', 'What a late invoice really costs'],
    ['sourdough bread', 'Sourdough is a build pipeline'],
    ['board games', 'Board games are state machines'],
    ['time zones', 'What nine time zones taught me about deadlines'],
    ['popover', 'Menus with the popover attribute'],
    ['recipes', 'A recipe format that scales itself'],
    ['sleep', 'Sleep is a dependency'],
    ['"deep work"', 'Soundtracks for deep work, tested'],
    ['harbor', 'Harbor'],
    ['bakery', 'Saltmarsh Bakery'],
    ['stargazers', 'Meridian Stargazers'],
    ['migration', 'A database migration without downtime'],
    // An incomplete word.
    ['cachi', 'Caching HTML on one server'],
    ['saltm', 'Saltmarsh Bakery'],
    ['night tra', 'Working from a night train'],
    // Accents are ignored.
    ['Bákery', 'Saltmarsh Bakery'],
  ])('%j finds %j first', async (q, first) => {
    const answer = await ask(q);
    expect(titles(answer)[0]).toBe(first);
    expect(answer).toMatchObject({ isCorrected: false, correctedQuery: null });
  });

  it.each([
    ['typescirpt', 'typescript', 'Caching HTML on one server'],
    ['bakry', 'bakery', 'Saltmarsh Bakery'],
    ['recpie', 'recipe', 'A recipe format that scales itself'],
    ['sourdoh', 'sourdough', 'Sourdough is a build pipeline'],
    ['deadlnies', 'deadlines', 'What nine time zones taught me about deadlines'],
    ['invocie', 'invoice', 'What a late invoice really costs'],
    ['calender yoga', 'calendar yoga', 'Kestrel Yoga'],
    ['Sálltmarsh bakry', 'saltmarsh bakery', 'Saltmarsh Bakery'],
  ])('%j is corrected to %j and finds %j first', async (q, corrected, first) => {
    const answer = await ask(q);
    expect(titles(answer)[0]).toBe(first);
    expect(answer).toMatchObject({ isCorrected: true, correctedQuery: corrected });
  });

  it.each(['kubernetes', 'blockchain', 'marzipan', 'zzzzzz', 'kubernetes typescript', '😀', '!!!'])(
    '%j finds nothing, not even similar words',
    async q => {
      expect(await ask(q)).toMatchObject({ items: [], total: 0, isCorrected: false, correctedQuery: null });
    },
  );

  it('ranks title, tag, excerpt, text, and exact words before prefixes', async () => {
    const write = (title: string, rest: object) => insertPost(site.db, { title, description: 'Of a test.', ...rest });
    await write('Only its text', { markdown: 'A quibblewort, a quibblewort, and one more quibblewort.' });
    await write('Only its beginning', { markdown: 'Some quibblewortian matters.' });
    await write('Only its excerpt', { description: 'About a quibblewort.' });
    await write('Only its tag', { tags: ['quibblewort'] });
    await write('A quibblewort', {});
    site.http.invalidateTag('blog');
    expect(titles(await ask('quibblewort'))).toEqual([
      'A quibblewort',
      'Only its tag',
      'Only its excerpt',
      'Only its text',
      'Only its beginning',
    ]);
  });
});

describe('search result', () => {
  it('highlights matches in title, excerpt or text and lists tags', async () => {
    const answer = await ask('recpie');
    expect(shown(answer.items[0]?.highlights.title ?? [])).toBe('A [recipe] format that scales itself');
    const inText = answer.items.find(hit => hit.title === 'Sourdough is a build pipeline');
    expect(shown(inText?.highlights.text ?? [])).toMatch(/^… .*\[recipe\].* …$/);
    const [harbor] = (await ask('harbor typescript', { kind: 'projects' })).items;
    expect(harbor?.highlights.tags).toEqual(['typescript']);
    for (const hit of answer.items) {
      expect(hit.highlights.title.map(part => part.text).join('')).toBe(hit.title);
    }
  });

  it('names its kind and address', async () => {
    const [post] = (await ask('caching')).items;
    expect(post).toMatchObject({ kind: 'posts', path: '/blog/caching-html-on-one-server', category: 'Technology' });
    expect(post?.publishedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    const [project] = (await ask('saltmarsh')).items;
    expect(project).toMatchObject({ kind: 'projects', path: '/projects/saltmarsh-bakery', category: 'WordPress' });
    expect(project?.publishedAt).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('has disjoint and complete pages and filters by kind', async () => {
    const full = await ask('typescript', { pageSize: 50 });
    expect(full.counts.posts + full.counts.projects).toBe(full.total);
    expect(full.items).toHaveLength(full.total);
    const paged: SearchHit[] = [];
    for (let page = 1; paged.length < full.total; page += 1) {
      const answer = await ask('typescript', { page, pageSize: 7 });
      expect(answer.items.length).toBeGreaterThan(0);
      paged.push(...answer.items);
    }
    expect(paged).toEqual(full.items);
    for (const kind of ['posts', 'projects'] as const) {
      const narrowed = await ask('typescript', { kind, pageSize: 50 });
      expect(narrowed.items).toEqual(full.items.filter(hit => hit.kind === kind));
      expect(narrowed.total).toBe(full.counts[kind]);
    }
    expect((await ask('typescript', { page: 40 })).items).toEqual([]);
  });

  it('says if there are more results than it ranks', async () => {
    await site.db.$client.query(`
      insert into posts (slug, title, description, category, author_id, markdown, html, headings, word_count, status, published_at)
      select 'many-' || n, 'Many ' || n, '', 'Food', 'mira-castellan', 'A floccinaucity.', '', '[]', 1, 'published', now()
      from generate_series(1, 230) as n`);
    site.http.invalidateTag('blog');
    const answer = await ask('floccinaucity');
    expect(answer).toMatchObject({ total: 200, hasMore: true, counts: { posts: 200, projects: 0 } });
    expect(await ask('floccinaucity', { kind: 'projects' })).toMatchObject({ total: 0, hasMore: false });
    await site.db.$client.query(`delete from posts where slug like 'many-%'`);
    site.http.invalidateTag('blog');
    expect(await ask('floccinaucity')).toMatchObject({ total: 0, hasMore: false });
  });
});

describe('words in other scripts', () => {
  it.each([
    ['Bengali', 'আমাদের ছোট নদী চলে বাঁকে বাঁকে, বৈশাখ মাসে তার হাঁটু জল থাকে।', ['নদী', 'বৈশাখ', 'বাঁকে', 'হাঁটু', 'আমাদে']],
    ['Hindi', 'मैं हिन्दी में लिखता हूँ और किताबें पढ़ता हूँ।', ['हिन्दी', 'किताबें', 'पढ़ता', 'किता']],
    ['Arabic', 'أكتب كل يوم عن البرمجة والقهوة في الصباح.', ['البرمجة', 'والقهوة', 'أكتب', 'البر']],
    ['Hebrew', 'אני כותב תוכנה בשעות הבוקר.', ['תוכנה', 'הבוקר', 'בשע']],
    ['Greek', 'Γράφω λογισμικό κάθε πρωί.', ['λογισμικό', 'λογισμικο', 'ΠΡΩΊ', 'λογισ']],
    ['Russian', 'Каждое утро я пишу программы.', ['программы', 'УТРО', 'прог']],
    ['Thai', 'ฉันเขียนซอฟต์แวร์ทุกเช้า ทำงาน', ['ซอฟต์แวร์', 'ทุกเช้า', 'ทำ', 'ทำงาน ซอฟต์แวร์']],
    ['Burmese', 'ကျွန်ုပ်သည် မနက်တိုင်း ဆော့ဖ်ဝဲရေးသည်။', ['ဆော့ဖ်ဝဲ', 'မနက်']],
    ['Khmer', 'ខ្ញុំសរសេរកម្មវិធីរាល់ព្រឹក។', ['កម្មវិធី']],
    ['Korean', '매일 아침 소프트웨어를 만듭니다.', ['아침', '소프트웨어를', '소프트웨어']],
    [
      'Chinese',
      '我每天早上用AI工具写软件，下午修理自行车。',
      ['软件', '自行车', '早上用', '自行车 软件', '"修理自行车"', 'AI工具', '-火车 软件'],
    ],
    [
      'Japanese',
      '毎朝ソフトウェアを書いて、午後は東京で自転車を直します。',
      ['東京', 'ソフトウェア', 'ソフトウェア', '自転車', '午後'],
    ],
  ])('are found in %s texts', async (script, markdown, words) => {
    const title = `A post in ${script}`;
    const id = await insertPost(site.db, { title, markdown });
    site.http.invalidateTag('blog');
    const missed: string[] = [];
    for (const q of words) {
      const { items } = await ask(q);
      const hit = items.find(item => item.title === title);
      if (!hit || !hit.highlights.text.some(part => part.isMatch)) missed.push(hit ? `${q} (not marked)` : q);
    }
    expect(missed).toEqual([]);
    expect((await ask('行自 -zzz')).total + (await ask('软件 -自行车')).total + (await ask('東午')).total).toBe(0);
    await site.db.$client.query('delete from posts where id = $1', [id]);
  });
});

describe('unpublished content', () => {
  it.each([
    { status: 'draft' as const },
    { status: 'in_review' as const },
    { status: 'scheduled' as const, scheduledFor: new Date('2030-01-01') },
    { status: 'archived' as const },
    { status: 'published' as const, deletedAt: new Date('2026-01-01') },
  ])('is neither found nor suggested: %j', async state => {
    const id = await insertPost(site.db, {
      title: 'A snollygoster',
      tags: ['snollygoster'],
      markdown: 'Snollygoster',
      ...state,
    });
    await insertProject(site.db, { id: 'snollygoster', title: 'Snollygoster', ...state });
    for (const tag of ['blog', 'projects']) site.http.invalidateTag(tag);
    for (const q of ['snollygoster', 'snolly', 'snolygoster', '"a snollygoster"']) {
      expect(await ask(q), q).toMatchObject({ total: 0, correctedQuery: null });
      for (const list of ['/blogs', '/projects']) {
        expect(await getApi(site, `${list}?${new URLSearchParams({ search: q })}`), q).toMatchObject({
          total: 0,
          correctedSearch: null,
        });
      }
    }
    await site.db.$client.query('delete from posts where id = $1', [id]);
    await site.db.$client.query(`delete from projects where id = 'snollygoster'`);
  });
});

describe('list search', () => {
  it.each([
    ['/blogs', 'recpie', 'recipe'],
    ['/projects', 'bakry', 'bakery'],
  ])('%s corrects %j to %j', async (path, search, corrected) => {
    const widened = await getApi<Answer>(site, `${path}?search=${search}`);
    const plain = await getApi<Answer>(site, `${path}?search=${corrected}`);
    expect(plain.total).toBeGreaterThan(0);
    expect(plain.correctedSearch).toBe(null);
    expect(widened).toEqual({ ...plain, correctedSearch: corrected });
  });
});

describe('any input', () => {
  it.each(['', '   ', 'x'.repeat(121), 'a\u0000b', 'a\nb'])('%j is rejected', async q => {
    const refusal = expectApiError(await requestApi(site, addressOf({ q })), 'BAD_REQUEST');
    expect(Object.keys(refusal.fields)).toEqual(['q']);
  });

  it('is answered without an error by the API and both lists', async () => {
    const sign = fc.constantFrom(
      ...`'"&|!():*<>-\\%_$;,.@#/=+~^?{}[]½ŉﬁß٣İı`.split(''),
      ' ',
      'or',
      'é',
      '東京',
      '😀',
      '\u0301',
      'bakry',
    );
    const input = fc
      .array(fc.oneof(sign, fc.string({ unit: 'grapheme', maxLength: 8 })), { minLength: 1, maxLength: 30 })
      .map(parts =>
        parts
          .join('')
          .replace(/\p{Cc}/gu, '')
          .slice(0, 120),
      )
      .filter(text => text.trim() !== '' && text.isWellFormed());
    await fc.assert(
      fc.asyncProperty(input, async q => {
        const answer = await ask(q);
        expect(answer.total).toBe(answer.counts.posts + answer.counts.projects);
        for (const path of ['/blogs', '/projects']) {
          expect((await requestApi(site, `${path}?${new URLSearchParams({ search: q })}`)).statusCode).toBe(200);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('of 120 characters is answered', async () => {
    for (const q of [
      'ab '.repeat(40).trim(),
      'w'.repeat(120),
      '東'.repeat(120),
      '"'.repeat(120),
      '-a '.repeat(40).trim(),
    ]) {
      expect((await requestApi(site, addressOf({ q }))).statusCode, q).toBe(200);
    }
  });
});

describe('search page', () => {
  const NASTY = `</title><script>alert('x')</script><img src=x onerror=alert(1)> "zwiebelkuchen" <mark>`;
  const open = async (address: string) => {
    const answer = await site.http.app.inject(address);
    expect(answer.statusCode).toBe(200);
    return { page: await parsePage(answer.body), headers: answer.headers, body: answer.body };
  };

  it('searches for the first 120 characters of a longer text', async () => {
    const { page } = await open(`/search?q=${'w'.repeat(121)}`);
    const field = page.all('input').find(({ properties }) => properties.name === 'q');
    expect(field?.properties.value).toBe('w'.repeat(120));
  });

  it('shows hostile text as escaped text with highlights', async () => {
    await insertPost(site.db, { slug: 'nasty', title: NASTY, description: NASTY, tags: [NASTY.slice(0, 60)] });
    site.http.invalidateTag('blog');
    const { page, body } = await open('/search?q=zwiebelkuchen');
    expect(page.all('a').map(textOf)).toContain(NASTY);
    expect(page.all('mark').map(textOf)).toContain('zwiebelkuchen');
    expect(page.all('img').filter(({ properties }) => properties.src === 'x')).toEqual([]);
    expect(body).not.toContain('<script>alert');
    const { page: results } = await open(`/search?${new URLSearchParams({ q: NASTY.slice(0, 100) })}`);
    const field = results.all('input').find(({ properties }) => properties.name === 'q');
    expect(field?.properties.value).toBe(NASTY.slice(0, 100).trim());
    expect(results.all('script').map(textOf).join('')).not.toContain('alert');
  });

  it('is not indexed, and is cached only without a query', async () => {
    const empty = await open('/search');
    expect(empty.page.meta('robots')).toBe('noindex, follow');
    expect(empty.headers['cache-control']).toContain('s-maxage');
    const results = await open('/search?q=harbor');
    expect(results.page.meta('robots')).toBe('noindex, follow');
    expect(results.headers['cache-control']).toBe('no-store');
  });

  it('shows its correction, and gives advice when nothing is found', async () => {
    expect((await open('/search?q=bakry')).page.text('main')).toContain(
      '1 result for “bakery”. No results for “bakry”.',
    );
    const nothing = (await open('/search?q=kubernetes')).page;
    expect(nothing.text('main')).toContain('No results.');
    expect(nothing.all('a').map(({ properties }) => properties.href)).toContain('/blogs?tag=habits');
  });
});
