import { posix } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { paths } from '#shared/paths.ts';
import {
  dateValues,
  fillPermalink,
  joined,
  type OldAddress,
  pathIn,
  unknownPermalink,
  urlized,
} from './old-addresses.ts';

/** The files in which Hugo and Jekyll keep their settings. */
export const isSiteConfig = (name: string) =>
  /(?:^|\/)(?:_config\.ya?ml|(?:hugo|config)\.(?:toml|ya?ml|json))$/.test(name);

/** Settings that say where pages were. */
export interface MarkdownConfig {
  /** Jekyll's pattern for all posts. */
  readonly permalink?: string | undefined;
  /** Hugo's patterns by section. */
  readonly permalinks: Readonly<Record<string, string>>;
}

type Front = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Front =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsedConfig(name: string, text: string): Front {
  try {
    const config: unknown = name.endsWith('.toml') ? parseToml(text) : parseYaml(text, { maxAliasCount: 20 });
    return isObject(config) ? config : {};
  } catch {
    return {};
  }
}

/** Reads what the settings files say about addresses. */
export function readSiteConfigs(files: readonly { readonly name: string; readonly text: string }[]): MarkdownConfig {
  const configs = files.map(({ name, text }) => parsedConfig(name, text));
  const permalink = configs.map(config => config.permalink).find(value => typeof value === 'string');
  const patterns = configs.flatMap(({ permalinks }) =>
    isObject(permalinks)
      ? Object.entries({ ...permalinks, ...(isObject(permalinks.page) ? permalinks.page : {}) })
      : [],
  );
  return {
    permalink,
    permalinks: Object.fromEntries(patterns.filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
  };
}

/** A post's file as far as its address depends on it. */
export interface MarkdownPlace {
  readonly name: string;
  readonly front: Front;
  /** What the file is called, without its day and ending. */
  readonly slug: string;
  readonly title: string;
  /** As `2019-05-06…`. */
  readonly date: string | null;
  readonly categories: readonly string[];
}

const isJekyll = (name: string) => /(?:^|\/)_posts\//.test(name);
const inContent = (name: string) => /(?:^|\/)content\/(.+)$/.exec(name)?.[1];

/** Jekyll's names for patterns. */
const styles: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  weekdate: '/:categories/:year/W:week/:short_day/:title.html',
  none: '/:categories/:title.html',
};

/** The addresses that a post had by Hugo's, Jekyll's or Astro's rules, and those that led to it. */
export function addressesOfFile(place: MarkdownPlace, config: MarkdownConfig): string[] {
  const { front } = place;
  const aliases = [front.aliases, front.redirect_from].flat().filter(alias => typeof alias === 'string');
  const own = ownAddress(place, config);
  const folder = own === undefined ? '/' : posix.dirname(own);
  // Hugo's aliases without a slash in front start from the page's folder.
  const absolute = aliases.map(alias =>
    alias.startsWith('/') || /^https?:/.test(alias) ? alias : joined(folder, alias),
  );
  return [...(own === undefined ? [] : [own]), ...absolute.flatMap(alias => pathIn(alias) ?? [])];
}

function ownAddress({ name, front, slug, title, date, categories }: MarkdownPlace, config: MarkdownConfig) {
  const written = typeof front.slug === 'string' && front.slug ? front.slug : undefined;
  const values = { ...dateValues(date), title: slug, slug: written ?? slug, output_ext: '.html', categories: '' };
  const asked = [front.permalink, front.url].find(value => typeof value === 'string' && value !== '');
  if (typeof asked === 'string') return fillPermalink(pathIn(asked) ?? '', { ...values, title: written ?? slug });
  if (isJekyll(name)) {
    const style = config.permalink ?? 'date';
    const topics = categories.map(category => category.toLowerCase()).join('/');
    return fillPermalink(styles[style] ?? style, { ...values, title: written ?? slug, categories: topics });
  }
  const inner = inContent(name);
  if (inner === undefined) return undefined;
  const path = inner.replace(/\.\w+$/, '').replace(/(?:^|\/)index(?:\.\w{2})?$/, '');
  const folder = posix.dirname(path) === '.' ? '' : posix.dirname(path);
  const section = inner.includes('/') ? (inner.split('/')[0] ?? '') : '';
  const pattern = config.permalinks[section];
  if (pattern === undefined) return joined(folder, written ?? posix.basename(path));
  const titled = urlized(title);
  return fillPermalink(pattern, {
    ...values,
    section,
    sections: folder,
    title: titled,
    slug: written ?? titled,
    filename: slug,
    contentbasename: slug,
    slugorfilename: written ?? slug,
    slugorcontentbasename: written ?? slug,
  });
}

/** Where Hugo lists the posts with a tag. */
const kinds = ['tags', 'categories'];

/** A post to try a permalink with. */
const sample = { front: {}, slug: 'a', title: 'a', date: '2000-01-01', categories: [] };

/** The permalinks of the settings that give no address to files in these folders. */
function unknownPermalinks(names: readonly string[], config: MarkdownConfig): OldAddress[] {
  const { permalink, permalinks } = config;
  const tried: [folder: string, pattern: string][] = Object.entries(permalinks).map(([section, pattern]) => [
    `content/${section}`,
    pattern,
  ]);
  if (permalink !== undefined && names.some(isJekyll)) tried.push(['_posts', permalink]);
  return tried
    .filter(([folder]) => ownAddress({ ...sample, name: `${folder}/a.md` }, config) === undefined)
    .map(([, pattern]) => unknownPermalink(pattern));
}

/**
 * The addresses of lists and feeds by the names of a folder's files and the tags of its posts, and the permalinks that give
 * no addresses.
 */
export function addressesOfFolder(
  names: readonly string[],
  tags: readonly string[],
  config: MarkdownConfig,
): OldAddress[] {
  const unknown = unknownPermalinks(names, config);
  const inner = names.flatMap(name => inContent(name) ?? []);
  const isHugo = inner.length > 0 && !names.some(name => /(?:^|\/)src\/content\//.test(name));
  const sections = [...new Set(inner.filter(name => name.includes('/')).map(name => name.split('/')[0] ?? ''))];
  if (isHugo) {
    return [
      ...unknown,
      { from: '/index.xml', address: paths.rss },
      { from: '/page', address: paths.blogs },
      ...sections.flatMap(section => [
        { from: joined(section), address: paths.blogs },
        { from: joined(section, 'index.xml'), address: paths.rss },
      ]),
      ...kinds.map(kind => ({ from: `/${kind}`, address: paths.blogs })),
      ...tags.flatMap(name =>
        kinds.flatMap(kind => [
          { from: `/${kind}/${urlized(name)}`, topic: name },
          { from: `/${kind}/${urlized(name)}/index.xml`, address: paths.rss },
        ]),
      ),
    ];
  }
  if (!names.some(isJekyll)) return [];
  return [...unknown, { from: '/feed.xml', address: paths.rss }, { from: '/page', address: paths.blogs }];
}
