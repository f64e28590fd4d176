import { expect, test } from 'vitest';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { SITEMAP_ENTRIES, formatSitemap, writeSitemapIndex } from '../sitemaps.ts';
import { createWebManifest, formatLlmsTxt, formatRobotsTxt } from './guides.ts';

const SITE = 'https://castellan.example';

test('escapes URLs in the sitemap and includes only known dates', () => {
  const xml = formatSitemap([{ url: `${SITE}/?a=1&b=<2>` }, { url: `${SITE}/blog/x`, changed: '2026-11-16' }]);
  const sitemap = xml.replaceAll(/\s*\n\s*/g, '');
  expect(sitemap).toContain(`<url><loc>${SITE}/?a=1&amp;b=&lt;2&gt;</loc></url>`);
  expect(sitemap).toContain(`<url><loc>${SITE}/blog/x</loc><lastmod>2026-11-16</lastmod></url>`);
});

test("keeps each sitemap file within the protocol's limit", () => {
  expect(SITEMAP_ENTRIES).toBeLessThanOrEqual(50_000);
});

test('lists each file once in the sitemap index', () => {
  const index = writeSitemapIndex([`${SITE}/sitemap-posts-1.xml`, `${SITE}/sitemap-posts-2.xml`]);
  expect(index).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
  expect(index.match(/(?<=<sitemap>\s*<loc>)[^<]+/g)).toEqual([
    `${SITE}/sitemap-posts-1.xml`,
    `${SITE}/sitemap-posts-2.xml`,
  ]);
});

test('points crawlers to the sitemap and away from API data', () => {
  const robots = formatRobotsTxt(SITE);
  expect(robots).toContain(`\nSitemap: ${SITE}/sitemap.xml\n`);
  expect(robots).toMatch(/^User-agent: \*$/m);
  expect(robots).toMatch(/^Disallow: \/api\/$/m);
  expect(robots.match(/^Disallow/gm)).toHaveLength(1);
});

const content = {
  siteUrl: SITE,
  pages: [{ path: '/about', title: 'About Me', note: 'Biography' }],
  profile: {
    name: 'Mira',
    role: 'Developer',
    headline: 'Sites\nfor firms',
    bannerDescription: 'Hello.',
    country: 'Norway',
  },
  pricing: {
    plans: [
      {
        id: 'e',
        name: 'Elite',
        price: { minor: toMinorUnits(199_900), currency: 'USD' },
        isStartingPrice: true,
        tagline: 'Built around you',
        description: '',
        features: [],
        deliveryDays: 14,
        supportDays: 0,
        contentItems: [],
        isHighlighted: false,
      },
    ],
    services: [
      {
        id: 'm',
        title: 'Maintenance',
        price: { minor: toMinorUnits(15_000), currency: 'USD' },
        description: ['Updates', 'Backups'],
        isHighlighted: false,
      },
    ],
    consultationOptions: [],
  },
  posts: [{ slug: 'a', title: 'A [title](x) with *stars* and <tags>', description: 'Line\n# no heading' }],
  projects: [],
};

test('orders the parts of llms.txt, and keeps texts from breaking out of their line', () => {
  const text = formatLlmsTxt(content);
  expect(text.startsWith('# Mira\n\n> Sites for firms\n\nDeveloper, Norway. Hello.\n\n## Pages\n\n- [About Me](')).toBe(
    true,
  );
  expect(text).toContain(`- [Elite plan, from $1,999](${SITE}/pricing): Built around you\n`);
  expect(text).toContain(`- [Maintenance, $150 per month](${SITE}/pricing): Updates. Backups\n`);
  expect(text).toContain(String.raw`- [A \[title\](x) with \*stars\* and \<tags\>](${SITE}/blog/a): Line # no heading`);
  expect(text).toContain('## API\n');
  expect(text).not.toContain('## Projects');
  expect(text).not.toMatch(/^# no heading/m);
});

test('leaves out missing details in llms.txt', () => {
  const profile = { ...content.profile, country: '' };
  const posts = [{ slug: 'a', title: 'A', description: '' }];
  const text = formatLlmsTxt({ ...content, profile, posts });
  expect(text).toContain('\n\nDeveloper. Hello.\n\n');
  expect(text).toContain(`- [A](${SITE}/blog/a)\n`);
});

test("names the site in the manifest and shortens names that don't fit under an icon", () => {
  const colors = { ground: '#13110d', accentWash: '#0e2a21' };
  const profile = { name: 'Mira Castellan', headline: 'Sites' };
  const manifest = JSON.parse(createWebManifest(profile, colors)) as Record<string, unknown>;
  expect(manifest).toMatchObject({
    name: 'Mira Castellan',
    short_name: 'Mira',
    start_url: '/',
    background_color: '#13110d',
    theme_color: '#0e2a21',
  });
  expect(manifest.icons).toContainEqual({
    src: '/icon-maskable.png',
    type: 'image/png',
    sizes: '512x512',
    purpose: 'maskable',
  });
});
