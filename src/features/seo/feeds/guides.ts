import type { Pricing } from '#features/pricing/contract/index.ts';
import type { OwnerProfile } from '#features/site/contract/content.ts';
import type { SitePages } from '#platform/pages/page-registry.ts';
import { formatMoney } from '#shared/money.ts';
import { filePaths, paths } from '#shared/paths.ts';

export interface ListedPage {
  readonly path: string;
  readonly title: string;
  readonly note: string;
}

/** Returns the pages that are declared for the sitemap. */
export function getListedPages({ all }: SitePages): ListedPage[] {
  return all.flatMap(({ path, sitemap }) => (sitemap ? [{ path, ...sitemap }] : []));
}

/** Formats crawling rules (RFC 9309): allows everything except the API's data; its description is allowed. */
export function formatRobotsTxt(siteUrl: string): string {
  return `User-agent: *
Allow: /
Allow: ${paths.apiReference}
Allow: ${paths.openapi}
Disallow: /api/

Sitemap: ${siteUrl}${filePaths.sitemap}
`;
}

interface LlmsContent {
  readonly siteUrl: string;
  readonly pages: readonly ListedPage[];
  readonly profile: Pick<OwnerProfile, 'name' | 'role' | 'headline' | 'bannerDescription' | 'country'>;
  readonly pricing: Pick<Pricing, 'plans' | 'services' | 'consultationOptions'>;
  readonly posts: readonly { slug: string; title: string; description: string }[];
  readonly projects: readonly { id: string; title: string; summary: string }[];
}

/** Maximum number of posts and projects listed; the sitemap has all. */
export const MAX_LISTED = 100;

/** Formats a guide to the site for language models (llmstxt.org). */
export function formatLlmsTxt(content: LlmsContent): string {
  const { siteUrl, profile, pricing } = content;
  const link = (title: string, path: string, note: string) =>
    `- [${inline(title)}](${siteUrl}${path})${note && `: ${inline(note)}`}`;
  const offer = (title: string, price: string, note: string) => link(`${title}, ${price}`, paths.pricing, note);
  const section = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? `## ${title}\n\n${lines.join('\n')}` : '';
  return `${[
    `# ${inline(profile.name)}`,
    `> ${inline(profile.headline)}`,
    inline(`${[profile.role, profile.country].filter(Boolean).join(', ')}. ${profile.bannerDescription}`),
    section(
      'Pages',
      content.pages.map(page => link(page.title, page.path, page.note)),
    ),
    section('Services and prices', [
      ...pricing.plans.map(plan =>
        offer(`${plan.name} plan`, (plan.isStartingPrice ? 'from ' : '') + formatMoney(plan.price), plan.tagline),
      ),
      ...pricing.services.map(service =>
        offer(service.title, `${formatMoney(service.price)} per month`, service.description.join('. ')),
      ),
      ...pricing.consultationOptions.map(option =>
        offer(
          option.title,
          `${formatMoney(option.price)} per ${option.priceUnit}`,
          `${option.durationMinutes} minutes. ${option.description}`,
        ),
      ),
    ]),
    section(
      'Posts',
      content.posts.slice(0, MAX_LISTED).map(post => link(post.title, paths.post(post.slug), post.description)),
    ),
    section(
      'Projects',
      content.projects
        .slice(0, MAX_LISTED)
        .map(project => link(project.title, paths.project(project.id), project.summary)),
    ),
    section('Feeds', [
      link('RSS', paths.rss, 'The latest posts in full'),
      link('Atom', paths.atom, 'The same feed in Atom format'),
      link('JSON Feed', paths.jsonFeed, 'The same feed in JSON format'),
      link('Sitemap', filePaths.sitemap, 'All pages with the dates of their last changes'),
    ]),
    section('API', [
      link('OpenAPI description', paths.openapi, 'All public content is available as JSON'),
      link('API reference', paths.apiReference, 'The same API as a readable reference'),
    ]),
  ]
    .filter(part => part !== '')
    .join('\n\n')}\n`;
}

/** Escapes text for one line of Markdown: nothing can start a link, tag, code or emphasis. */
function inline(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>]/g, String.raw`\$&`);
}

/** Creates a web app manifest (W3C, Web Application Manifest). The colors are the dark theme's, as `#rrggbb`. */
export function createWebManifest(
  profile: { name: string; headline: string },
  colors: { ground: string; accentWash: string },
): string {
  return JSON.stringify({
    id: paths.home,
    name: profile.name,
    short_name: shortName(profile.name),
    description: profile.headline,
    lang: 'en',
    start_url: paths.home,
    scope: paths.home,
    display: 'minimal-ui',
    background_color: colors.ground,
    theme_color: colors.accentWash,
    icons: [
      { src: filePaths.favicon, type: 'image/svg+xml', sizes: 'any' },
      { src: filePaths.icon192, type: 'image/png', sizes: '192x192' },
      { src: filePaths.icon512, type: 'image/png', sizes: '512x512' },
      { src: filePaths.iconMaskable, type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  });
}

/** Shortens a name to about twelve letters, which fit under an icon. */
function shortName(name: string): string {
  return name.length <= 12 ? name : (name.split(' ')[0] ?? name);
}
