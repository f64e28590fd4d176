import { posix } from 'node:path';
import { paths } from '#shared/paths.ts';
import { ownValue } from '#shared/own-value.ts';
import { isObject, parseData } from './front-matter.ts';
import {
  dateValues,
  fillPermalink,
  joined,
  type OldAddress,
  pathIn,
  unknownPermalink,
  urlized,
} from './old-addresses.ts';

/** Returns whether a file contains settings of Hugo or Jekyll. */
export const isSiteConfig = (name: string) =>
  /(?:^|\/)(?:_config\.ya?ml|(?:hugo|config)\.(?:toml|ya?ml|json))$/.test(name);

type Front = Readonly<Record<string, unknown>>;

/** Settings that determine addresses. */
export interface MarkdownConfig {
  /** Jekyll's permalink pattern. */
  readonly permalink?: string | undefined;
  /** Hugo's permalink patterns by section. */
  readonly permalinks: Readonly<Record<string, string>>;
}

/** Reads the address settings from configuration files. */
export function readSiteConfigs(files: readonly { readonly name: string; readonly text: string }[]): MarkdownConfig {
  const configs = files
    .map(({ name, text }) => parseData(text, name.endsWith('.toml') ? 'toml' : 'yaml'))
    .filter(isObject);
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

/** Properties of a post's file that determine its address. */
interface PostFile {
  readonly name: string;
  readonly front: Front;
  /** File name without date and extension. */
  readonly slug: string;
  readonly title: string;
  /** As `2019-05-06…`. */
  readonly date: string | null;
  readonly categories: readonly string[];
}

const isJekyll = (name: string) => /(?:^|\/)_posts\//.test(name);
const inContent = (name: string) => /(?:^|\/)content\/(.+)$/.exec(name)?.[1];

/** Jekyll's named permalink patterns. */
const styles: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  weekdate: '/:categories/:year/W:week/:short_day/:title.html',
  none: '/:categories/:title.html',
};

/** Returns the addresses of a post by the rules of Hugo, Jekyll or Astro, and its aliases. */
export function addressesOfFile(file: PostFile, config: MarkdownConfig): string[] {
  const { front } = file;
  const aliases = [front.aliases, front.redirect_from].flat().filter(alias => typeof alias === 'string');
  const path = findPath(file, config);
  const folder = path === undefined ? '/' : posix.dirname(path);
  // Hugo's relative aliases start from the page's folder.
  const absolute = aliases.map(alias =>
    alias.startsWith('/') || /^https?:/.test(alias) ? alias : joined(folder, alias),
  );
  return [...(path === undefined ? [] : [path]), ...absolute.flatMap(alias => pathIn(alias) ?? [])];
}

function findPath({ name, front, slug, title, date, categories }: PostFile, config: MarkdownConfig) {
  const written = typeof front.slug === 'string' && front.slug ? front.slug : undefined;
  const values = { ...dateValues(date), title: slug, slug: written ?? slug, output_ext: '.html', categories: '' };
  const custom = [front.permalink, front.url].find(value => typeof value === 'string' && value !== '');
  if (typeof custom === 'string') return fillPermalink(pathIn(custom) ?? '', { ...values, title: written ?? slug });
  if (isJekyll(name)) {
    const style = config.permalink ?? 'date';
    const topics = categories.map(category => category.toLowerCase()).join('/');
    return fillPermalink(ownValue(styles, style) ?? style, { ...values, title: written ?? slug, categories: topics });
  }
  const contentName = inContent(name);
  if (contentName === undefined) return undefined;
  const path = contentName.replace(/\.\w+$/, '').replace(/(?:^|\/)index(?:\.\w{2})?$/, '');
  const folder = posix.dirname(path) === '.' ? '' : posix.dirname(path);
  const section = contentName.includes('/') ? (contentName.split('/')[0] ?? '') : '';
  const pattern = ownValue(config.permalinks, section);
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

/** Folders of Hugo's tag and category pages. */
const kinds = ['tags', 'categories'];

/** Sample post to test permalinks. */
const sample = { front: {}, slug: 'a', title: 'a', date: '2000-01-01', categories: [] };

/** Returns the permalinks that can't be resolved for files in these folders. */
function unknownPermalinks(names: readonly string[], config: MarkdownConfig): OldAddress[] {
  const { permalink, permalinks } = config;
  const candidates: [folder: string, pattern: string][] = Object.entries(permalinks).map(([section, pattern]) => [
    `content/${section}`,
    pattern,
  ]);
  if (permalink !== undefined && names.some(isJekyll)) candidates.push(['_posts', permalink]);
  return candidates
    .filter(([folder]) => findPath({ ...sample, name: `${folder}/a.md` }, config) === undefined)
    .map(([, pattern]) => unknownPermalink(pattern));
}

/** Returns the addresses of lists and feeds by file names and tags, and the permalinks that can't be resolved. */
export function addressesOfFolder(
  names: readonly string[],
  tags: readonly string[],
  config: MarkdownConfig,
): OldAddress[] {
  const unknown = unknownPermalinks(names, config);
  const contentNames = names.flatMap(name => inContent(name) ?? []);
  const isHugo = contentNames.length > 0 && !names.some(name => /(?:^|\/)src\/content\//.test(name));
  const sections = [...new Set(contentNames.filter(name => name.includes('/')).map(name => name.split('/')[0] ?? ''))];
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
