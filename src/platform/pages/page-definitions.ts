import type { LucideIcon } from 'lucide-react';
import type { LazyRouteFunction, RouteObject } from 'react-router';
import type { Api } from '#shared/api.ts';
import type { Facets } from '#shared/contract.ts';
import type { RateLimit } from '../http/rate-limits.ts';

/** Loads the module of a page. The import() is written out, so the bundler creates a chunk for it. */
type LoadPage = LazyRouteFunction<RouteObject>;

/** A page as declared by its feature. Everything else about all pages is derived from this. */
interface BasePage {
  /** The path as React Router takes it, such as /blog/:title. */
  readonly path: string;
  readonly load: LoadPage;
  /** `path`: the page keeps its data when only the query changes. */
  readonly revalidateOn?: 'path';
  /** Whether insights count its visits. Without it, nothing about the page is recorded. */
  readonly tracked?: PageTracking;
  /** Its entry in the sitemap and llms.txt. A page with parameters isn't listed. */
  readonly sitemap?: { readonly title: string; readonly note: string };
  /** The limits of a form with files, sent without JavaScript. By default: one image, from a signed-in user. */
  readonly upload?: FormUpload;
}

export interface PageTracking {
  /** The group of pages whose speed is shown together (insights/contract/limits.ts). */
  readonly group: string;
  /** The allowed values of parameters; other parameters are slugs. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** A parameter that is left out of the counted path. */
  readonly omit?: string;
}

/** How a page is cached: one entry per combination of these parameters. Other parameters are ignored. */
export interface PageCaching {
  readonly params: readonly string[];
  /** Parameters with too many different values to cache. */
  readonly uncached?: readonly string[];
  /** Returns the categories and tags in use. A page of any other isn't cached. */
  readonly topics?: (api: Api) => Promise<Facets>;
}

/** The limits of a form with files, checked before the body is read. */
export type FormUpload = { readonly maxBytes: number } & (
  | { readonly access: 'owner' | 'document token' }
  | { readonly rateLimit: RateLimit }
);

/** A public page that is the same for everyone and so is cached. Hydrated on the first intent. */
export interface ReaderPage extends BasePage {
  readonly cache?: PageCaching;
}

/** A public page for one person, such as a form or the target of a secret link. Hydrated immediately. */
export interface FormPage extends BasePage {
  /** Its data can change while it loads, so it hydrates with the data of its HTML. */
  readonly embedsData?: true;
}

/** A page of the dashboard, at or below /dashboard. */
export interface DashboardPage extends BasePage {
  /** The side bar is hidden until it is opened, to leave room for writing. */
  readonly hidesMenu?: true;
  /** Its entry in the menu and the command palette. */
  readonly nav?: NavEntry;
  /** The menu entry that it belongs to, unless its address is below another page's. */
  readonly menu?: string;
}

/** A section of a page below its content, with its own module. With a path, it has an address below the page's. */
export interface PagePart {
  /** The paths of the pages that show it. */
  readonly below: readonly string[];
  readonly path?: string;
  readonly load: LoadPage;
}

export interface NavEntry {
  /** The menu entry. Pages with the same entry are its tabs. */
  readonly menu: string;
  /** Names the page in the tabs and the command palette. */
  readonly label: string;
  /** The position among the tabs: lower comes first. */
  readonly order: number;
  /** Who sees the page in the menu; `client` is everyone but the owner. Endpoints check access separately. */
  readonly access: 'member' | 'owner' | 'client';
  readonly icon: LucideIcon;
  /** Other words that people search for. */
  readonly keywords: string;
}
