import type { LucideIcon } from 'lucide-react';
import type { LazyRouteFunction, RouteObject } from 'react-router';
import type { Api } from '#shared/api.ts';
import type { Facets } from '#shared/contract.ts';
import type { RateLimit } from '../http/rate-limits.ts';

/** Loads the module of a page. The call is written out, so that the bundler makes a chunk of it. */
type LoadPage = LazyRouteFunction<RouteObject>;

/** A page as its feature declares it, once. Everything else that concerns all pages is derived from this. */
interface BasePage {
  /** The path as React Router takes it, such as /blog/:title. */
  readonly path: string;
  readonly load: LoadPage;
  /** `path`: the page keeps its data while only the query changes. */
  readonly revalidateOn?: 'path';
  /** Whether insights count its visits. Without it nothing about the page is ever recorded. */
  readonly tracked?: PageTracking;
  /** How the sitemap and llms.txt list it. A page with parameters isn't listed. */
  readonly sitemap?: { readonly title: string; readonly note: string };
  /** What a form with files in it may send here without JavaScript. By default: one image, from a signed-in user. */
  readonly upload?: FormUpload;
}

export interface PageTracking {
  /** The pages whose speed is shown together (insights/contract/limits.ts). */
  readonly group: string;
  /** The values of parameters that are counted; other parameters are slugs. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** A parameter that is left out of the counted path. */
  readonly omit?: string;
}

/** How a page is cached: once, and once for each combination of these parameters. Others are ignored. */
export interface PageCaching {
  readonly params: readonly string[];
  /** Those that stand for too many different pages to cache them. */
  readonly uncached?: readonly string[];
  /** Returns the categories and tags in use; a page of any other isn't cached. */
  readonly topics?: (api: Api) => Promise<Facets>;
}

/** The limits of a form with files, checked before any of it is read. */
export type FormUpload = { readonly maxBytes: number } & (
  | { readonly access: 'owner' | 'document token' }
  | { readonly rateLimit: RateLimit }
);

/** A page to read: the same for everyone, so that it is cached; hydrated on the first intent. */
export interface ReaderPage extends BasePage {
  readonly cache?: PageCaching;
}

/** A public page for one person, such as a form or what a secret link leads to: hydrated at once. */
export type FormPage = BasePage;

/** A page of the dashboard, at or below /dashboard. */
export interface DashboardPage extends BasePage {
  /** Its entry in the menu and the command palette. */
  readonly nav?: NavEntry;
}

/** A part of a page below its content, with a module of its own. With a path, it has an address below the page's. */
export interface PagePart {
  /** The paths of the pages that show it. */
  readonly below: readonly string[];
  readonly path?: string;
  readonly load: LoadPage;
}

/** The sections of the dashboard menu, in order; the first has no heading. */
export const navGroups = ['Overview', 'Content', 'Business', 'People', 'Settings'] as const;

export interface NavEntry {
  readonly label: string;
  readonly group: (typeof navGroups)[number];
  /** The place in the group: lower comes first. */
  readonly order: number;
  /** Who sees the entry. Every endpoint checks access by itself. */
  readonly access: 'member' | 'owner';
  readonly icon: LucideIcon;
  /** Other words that people look for it by. */
  readonly keywords: string;
}
