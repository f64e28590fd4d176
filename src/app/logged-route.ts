import type { FastifyRequest } from 'fastify';
import { API_PREFIX } from '#shared/paths.ts';
import { listEndpoints, router } from './router.ts';
import { sitePages } from './site-pages.ts';

/**
 * Path parameters that may be logged, by route. All others and queries are omitted, so a new route logs none until it
 * is listed here.
 */
export const HARMLESS_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  '/blog/:title': ['title'],
  '/blogs/:id': ['id'],
  '/projects/:id': ['id'],
  '/media/pictures/:file': ['file'],
  '/sign-in/:provider': ['provider'],
  '/sign-in/:provider/callback': ['provider'],
  [`${API_PREFIX}/webhooks/:provider`]: ['provider'],
  [`${API_PREFIX}/blog/{slug}`]: ['slug'],
  [`${API_PREFIX}/blogs/{id}`]: ['id'],
  [`${API_PREFIX}/projects/{id}`]: ['id'],
  [`${API_PREFIX}/checkout-offers/{kind}/{id}`]: ['kind', 'id'],
  [`${API_PREFIX}/legal/{page}`]: ['page'],
};

const isParameter = (segment: string) => /^[:{]/.test(segment);

const countLiterals = (segments: readonly string[]) => segments.filter(segment => !isParameter(segment)).length;

/** API routes; the more literal one first if two match. */
const apiRoutes = listEndpoints(router)
  .map(procedure => procedure['~orpc'].route.path ?? '')
  .map(path => ({ route: API_PREFIX + path, segments: (API_PREFIX + path).split('/') }))
  .toSorted((one, other) => countLiterals(other.segments) - countLiterals(one.segments));

type RoutedRequest = Pick<FastifyRequest, 'url' | 'routeOptions'>;

const pathOf = ({ url }: RoutedRequest) => url.replace(/[?#].*$/s, '');

/** Returns the route of a request, without the values of its parameters. */
export function findRoute(request: RoutedRequest): string {
  const { url } = request.routeOptions;
  const path = pathOf(request);
  const route = url === '/*' ? sitePages.find(path)?.path : url === `${API_PREFIX}/*` ? findApiRoute(path) : url;
  return route ?? 'unknown';
}

/** Returns the route of a request, with only harmless parameters filled in. */
export const loggedRoute = (request: RoutedRequest): string => fillParameters(findRoute(request), pathOf(request));

function findApiRoute(path: string): string | undefined {
  const actual = path.split('/');
  return apiRoutes.find(
    ({ segments }) =>
      segments.length === actual.length &&
      segments.every((segment, index) => isParameter(segment) || segment === actual[index]),
  )?.route;
}

function fillParameters(route: string, path: string): string {
  const harmless = HARMLESS_PARAMETERS[route] ?? [];
  const actual = path.split('/');
  return route
    .split('/')
    .map((segment, index) => {
      const value = actual[index] ?? '';
      const isShown = isParameter(segment) && harmless.includes(segment.replace(/[:{}]/g, ''));
      return isShown && /^[\w.-]{1,100}$/.test(value) ? value : segment;
    })
    .join('/');
}
