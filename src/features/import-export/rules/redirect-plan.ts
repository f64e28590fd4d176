import { isServed, itemAt, keysOf, originalPicture, pathKey } from '#features/redirects/rules/addresses.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { MAX_NAMED } from '../contract/constants.ts';
import type { PlannedItem } from '../contract/index.ts';
import { findClosestCategory } from './categories.ts';
import { type OldAddress, type OldTarget, pathIn } from './old-addresses.ts';
import type { PostOutline } from './outlines.ts';
import type { Outlines } from './plan.ts';

/** A redirect of an import: to a post by its position, to a picture by its file, or to an address. */
export interface PlannedRedirect {
  /** The key of the old address. */
  readonly from: string;
  readonly to: { readonly position: number } | { readonly picture: string } | { readonly address: string };
}

/** The redirects of an import, and the old addresses that get none. */
export interface RedirectPlan {
  readonly planned: readonly PlannedRedirect[];
  readonly refused: readonly { readonly from: string; readonly reason: string }[];
}

/** Counts the redirects of a plan, with the first that can't be added. */
export function summarizeRedirects({ planned, refused }: RedirectPlan) {
  return { total: planned.length, invalid: refused.slice(0, MAX_NAMED), refusedTotal: refused.length };
}

type Sources = Pick<Outlines, 'source' | 'posts'> & { readonly oldAddresses: readonly OldAddress[] };

/** Returns the keys of all old addresses of an archive. */
export function oldKeys({ posts, oldAddresses }: Omit<Sources, 'source'>): string[] {
  const written = [
    ...posts.flatMap(({ oldPaths, found }) => [...oldPaths, ...picturesOf(found).map(({ from }) => from)]),
    ...oldAddresses.map(({ from }) => from),
  ];
  return [...new Set(written.flatMap(from => keyOf(from) ?? []))];
}

function keyOf(from: string): string | undefined {
  const url = URL.parse(from, 'http://site');
  return url ? keysOf(url)[0] : undefined;
}

/** Returns the old URLs of a post's pictures, each with its file. */
function picturesOf(found: PostOutline['found']): { from: string; picture: string }[] {
  return Object.entries(found).flatMap(([reference, picture]) => {
    const from = /^(?:https?:)?\/./i.test(reference) ? pathIn(reference) : undefined;
    return from === undefined ? [] : [{ from: originalPicture(from), picture }];
  });
}

/** Whether an address is a path on the site itself. */
const isAddressHere = (address: string) => /^\/(?![/\\])/.test(address);

/** Plans redirects for an archive's old addresses. `existing` has keys that already have a redirect. */
export function planRedirects(
  { source, posts, oldAddresses }: Sources,
  items: readonly PlannedItem[],
  existing: ReadonlySet<string>,
): RedirectPlan {
  const lines = items.filter(({ kind, action }) => kind === 'post' && action !== 'reject');
  const bySource = new Map(lines.map(line => [posts[line.position]?.sourceId, line]));
  const pages = new Map(lines.map(line => [pathKey(paths.post(line.slug)), line]));
  const targets = new Map<string, PlannedRedirect['to']>();
  const refused: { from: string; reason: string }[] = [];
  const byAddress: { from: string; key: string; address: string }[] = [];
  const topicOf = topicTargets(lines.flatMap(({ position }) => posts[position] ?? []));
  const add = (from: string, target: OldTarget) => {
    const refuse = (reason: string) => void refused.push({ from: from.slice(0, 500), reason });
    const key = keyOf(from);
    if (key === undefined) {
      if (pathKey(URL.parse(from, 'http://site')?.pathname ?? '') !== '/') refuse('This address is too long.');
      return;
    }
    if ('nothing' in target) {
      if (!isServed(key)) refuse(target.nothing);
      return;
    }
    const line = 'post' in target ? bySource.get(target.post) : undefined;
    const page = pages.get(key);
    // Pages that keep their address and existing redirects stay unchanged.
    if (existing.has(key) || (page !== undefined && page === line)) return;
    if ('address' in target && pathKey(target.address) === key) return;
    const before = targets.get(key);
    if (before) {
      const isSame = 'position' in before && before.position === line?.position;
      if ('post' in target && !isSame) refuse('Another post also had this address.');
      return;
    }
    if ('picture' in target) {
      if (!isServed(key) && !page) targets.set(key, target);
      return;
    }
    if (isServed(key)) {
      if ('post' in target) refuse('This site has its own page at this address.');
      return;
    }
    if (page) refuse('Another post on this site has this address.');
    else if ('post' in target) {
      if (line) targets.set(key, { position: line.position });
      else refuse('The post isn’t imported.');
    } else if ('topic' in target) targets.set(key, { address: topicOf(target.topic) });
    else byAddress.push({ from, key, address: target.address });
  };
  for (const { sourceId, oldPaths } of posts) for (const from of oldPaths) add(from, { post: sourceId });
  for (const { from, ...target } of oldAddresses) add(from, target);
  const withPictures = lines.filter(({ action, fills }) => action === 'create' || fills > 0);
  for (const { position } of withPictures) {
    for (const { from, picture } of picturesOf(posts[position]?.found ?? {})) add(from, { picture });
  }
  // If several posts share a slug, use the first.
  const positions = new Map(posts.map(({ slug }, position) => [slug, position] as const).toReversed());
  /** Returns the target of an old site's address; undefined if there is none. */
  const resolve = (address: string): PlannedRedirect['to'] | undefined => {
    if (!isAddressHere(address)) return address.startsWith('https://') ? { address } : undefined;
    const item = source === 'freehold' ? itemAt(address) : undefined;
    if (item?.kind === 'post') {
      const position = positions.get(item.slug);
      return position === undefined ? undefined : { position };
    }
    if (item) return { address };
    const key = keyOf(address) ?? pathKey(address);
    if (key !== undefined && isServed(key)) return { address };
    const line = pages.get(key);
    const target = key === undefined ? undefined : targets.get(key);
    if (target || line) return target ?? { position: line?.position ?? 0 };
    return source === 'freehold' ? { address } : undefined;
  };
  // Last, because they may lead to a post's old address.
  for (const { from, key, address } of byAddress) {
    if (targets.has(key)) continue;
    const to = resolve(address);
    if (to) targets.set(key, to);
    else refused.push({ from: from.slice(0, 500), reason: 'The target isn’t on this site.' });
  }
  return { planned: [...targets].map(([from, to]) => ({ from, to })), refused };
}

/** Returns the address of a tag's or category's list, if imported posts have it. */
function topicTargets(posts: readonly PostOutline[]): (name: string) => string {
  const tags = new Map(posts.flatMap(post => post.tags.map(tag => [tag.toLowerCase(), tag])));
  const categories = new Set<string>(posts.map(post => post.category));
  return name => {
    const tag = tags.get(name.trim().toLowerCase());
    if (tag !== undefined) return withQuery(paths.blogs, { tag });
    const { category, unmatched } = findClosestCategory([name]);
    return unmatched.length === 0 && categories.has(category) ? withQuery(paths.blogs, { category }) : paths.blogs;
  };
}
