import { createHash } from 'node:crypto';
import type { ApiUser } from './api-user.ts';
import { OWNER, type Used } from './use-site.ts';

const DAY = 86_400_000;

export interface Read {
  readonly status: number;
  /** The parsed JSON of an API response, except errors; otherwise null. */
  readonly json: unknown;
  /** The hash of the body; null for errors. */
  readonly sha256: string | null;
}

/** Endpoints whose response depends on the time or on earlier requests. */
const CHANGING = [
  '/backups',
  '/bookings/{booking}',
  '/consultations',
  '/contact',
  '/profile/export',
  '/security-events',
  '/status',
];

/** Pages with data that depends on the time, or with the random idempotency key of a form. */
const CHANGING_PAGE = /^\/booking\/|^\/document\/[^/]+\/[^/]+$|^\/order\/|^\/dashboard\/orders\/\d+$/;

/** Returns whether repeating a request to this path gives the same response, as long as nothing changes. */
export const isStable = (path: string) => !CHANGING.includes(path.slice('/api/v1'.length)) && !CHANGING_PAGE.test(path);

/** Requests each GET endpoint and each of these pages as the owner, with the IDs that `useSite` created. */
export async function readSite(
  owner: ApiUser,
  used: Used,
  pages: readonly string[],
): Promise<Readonly<Record<string, Read>>> {
  const reads: Record<string, Read> = {};
  async function read(path: string, url = path): Promise<void> {
    const response = await owner.send('GET', url);
    const isJson = response.ok && response.headers.get('content-type')?.startsWith('application/json') === true;
    const body = Buffer.from(await response.arrayBuffer());
    reads[path] = {
      status: response.status,
      json: isJson ? (JSON.parse(body.toString()) as unknown) : null,
      sha256: response.ok ? createHash('sha256').update(body).digest('hex') : null,
    };
  }
  const { paths } = await owner.get<{ paths: Readonly<Record<string, object>> }>('/openapi.json');
  const gets = Object.keys(paths).filter(path => 'get' in (paths[path] ?? {}));
  // Lists come first, because they have the ids of their items.
  for (const parameters of [0, 1, 2]) {
    const level = gets.filter(path => path.split('{').length - 1 === parameters);
    await forEach(level, path =>
      read(`/api/v1${path}`, `/api/v1${fillIn(path, used, reads)}?${createQueries()[path] ?? ''}`),
    );
  }
  const { post, projectId, order, booking, documentPath } = used;
  const documentNumber = documentPath.split('/').at(-2);
  const some = [
    `/blog/${post.slug}`,
    post.pictureUrl,
    `/projects/${projectId}`,
    `/order/${order.reference}`,
    `/order/${order.reference}/agreement`,
    `/dashboard/orders/${order.number}`,
    `/booking/${booking}`,
    documentPath,
    `${documentPath}/${documentNumber}.pdf`,
    '/rss.xml',
    '/sitemap.xml',
  ];
  await forEach([...pages, ...some], path => read(path));
  return reads;
}

/** Calls `action` for each item, two at a time. */
async function forEach<Item>(items: readonly Item[], action: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const work = async () => {
    for (const item of left) await action(item);
  };
  await Promise.all([work(), work()]);
}

/** Required parameters of endpoints. */
function createQueries(): Readonly<Record<string, string>> {
  const [from = '', until = ''] = [0, 30 * DAY].map(later => new Date(Date.now() + later).toISOString());
  return {
    '/account-statement': 'email=noor@site.example',
    '/account-statement.pdf': 'email=noor@site.example',
    '/calendar': `from=${from.slice(0, 10)}&until=${until.slice(0, 10)}`,
    '/consultations/{optionId}/slots': `hours=1&from=${from}&until=${until}`,
    '/insights.csv': 'table=course',
    '/search': 'q=tides',
  };
}

/**
 * Fills in a path's parameters: known ones, or the ID of the first item in a list. Others, such as secret links, are
 * unknown.
 */
function fillIn(path: string, used: Used, reads: Readonly<Record<string, Read>>): string {
  const [, , number = '', token = ''] = used.documentPath.split('/');
  const known: Readonly<Record<string, string | number>> = {
    '/blogs/{id}': used.post.id,
    '/projects/{id}': used.projectId,
    '/orders/{order}': used.order.number,
    '/bookings/{booking}': used.booking,
    '/billing-documents/{number}': number,
    '/billing-documents/{number}/{token}': token,
    '/blog/{slug}': used.post.slug,
    '/comments/{kind}': 'post',
    '/comments/{kind}/{slug}': used.post.slug,
    '/checkout-offers/{kind}': 'plan',
    '/checkout-offers/{kind}/{id}': 'starter',
    '/consultations/{optionId}': 'initial',
    '/legal/{page}': 'privacy-policy',
    '/pricing/offers/{key}': 'plan-starter',
    '/site/sections/{key}': 'profile',
    '/user/{email}': OWNER.email,
  };
  return path.replaceAll(/\{\w+\}/g, (parameter, at: number) => {
    const list = reads[`/api/v1${path.slice(0, at - 1)}`]?.json as { items?: { id: string | number }[] } | undefined;
    return String(known[path.slice(0, at) + parameter] ?? list?.items?.[0]?.id ?? 'x'.repeat(43));
  });
}
