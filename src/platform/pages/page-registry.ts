import { decodePath } from '#shared/paths.ts';
import type { DashboardPage, FormPage, PagePart, ReaderPage } from './page-definitions.ts';

/** The declared pages by audience. */
export interface PageLists {
  readonly reader: readonly (ReaderPage | PagePart)[];
  readonly form: readonly (FormPage | PagePart)[];
  readonly dashboard: readonly (DashboardPage | PagePart)[];
}

export type SitePage = ReaderPage & { readonly audience: keyof PageLists };

/** A page whose visits are counted. */
export interface TrackedPage {
  /** The path that is counted. */
  readonly path: string;
  readonly group: string;
}

export type SitePages = ReturnType<typeof createSitePages>;

export const isPart = (entry: ReaderPage | FormPage | DashboardPage | PagePart): entry is PagePart => 'below' in entry;

/** Returns the lookups that the server needs for all pages. */
export function createSitePages(lists: PageLists) {
  const audiences = ['reader', 'form', 'dashboard'] as const;
  const all = audiences.flatMap((audience): SitePage[] => {
    const entries: readonly (ReaderPage | FormPage | DashboardPage | PagePart)[] = lists[audience];
    return entries.flatMap(({ path, ...entry }) => (path === undefined ? [] : [{ ...entry, path, audience }]));
  });
  const matchers = all
    .map(page => ({ page, pattern: new RegExp(`^${toPattern(page.path)}/?$`), literals: countLiterals(page.path) }))
    .toSorted((one, other) => other.literals - one.literals);
  const find = (path: string): SitePage | undefined => matchers.find(({ pattern }) => pattern.test(path))?.page;
  const trackedPath = getTrackedPathPattern(all);
  return {
    all,
    /** Returns the page at a path. */
    find,
    /** Returns the page that a visit at a path counts for, or undefined. */
    findTracked(path: string): TrackedPage | undefined {
      const page = trackedPath.test(path) ? find(path) : undefined;
      if (!page?.tracked) return undefined;
      const { group, omit } = page.tracked;
      const segments = page.path.split('/');
      const readable = decodePath(omitSegment(path, segments.indexOf(`:${omit}`)));
      const isValid = readable?.split('/').every(segment => segment.length <= MAX_SEGMENT_LENGTH);
      return readable !== undefined && isValid ? { group, path: readable } : undefined;
    },
  };
}

const omitSegment = (path: string, omitted: number) =>
  path
    .split('/')
    .filter((_segment, index) => index !== omitted)
    .join('/');

const countLiterals = (path: string) => path.split('/').filter(segment => !segment.startsWith(':')).length;

/** Length of the longest slug. */
const MAX_SEGMENT_LENGTH = 120;

/**
 * The allowed values of a parameter in a counted path, so nothing that could identify a person is sent or stored: slugs,
 * with the letters of other scripts encoded as UTF-8.
 */
const SLUG = String.raw`([a-z\d-]|%[89A-F].)+`;

/** Returns the pattern of the counted paths. The browser sends no others, and the server accepts no others. */
export function getTrackedPathPattern(pages: readonly Pick<SitePage, 'path' | 'tracked'>[]): RegExp {
  const paths = pages.flatMap(({ path, tracked }) =>
    tracked ? [toPattern(path, name => toAlternatives(tracked.values?.[name]) ?? SLUG).slice(1)] : [],
  );
  return new RegExp(`^/(${paths.join('|')})$`);
}

const toAlternatives = (values: readonly string[] | undefined) => values && `(${values.join('|')})`;

function toPattern(path: string, parameter = (_name: string) => '([^/]+)'): string {
  return path.replace(/:(\w+)/g, (_whole, name: string) => parameter(name));
}
