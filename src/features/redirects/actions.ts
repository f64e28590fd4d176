import type { ApiContext } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { Redirect, RedirectFields } from './contract.ts';
import {
  findItem,
  findRedirectFrom,
  getRedirect,
  insertRedirect,
  insertRedirects,
  type Target,
  updateAllChained,
  lockRedirects,
  updateChained,
  updateRedirect,
} from './queries.ts';
import { isServed, type Checked, checkFrom, checkTarget, itemAt, type TargetAddress } from './rules/addresses.ts';

type Context = Pick<ApiContext, 'now' | 'siteUrl'>;

/** Final target of a redirect, or the problem with a field. */
type Resolved = { readonly target: Target } | { readonly field: 'from' | 'to'; readonly problem: string };

/**
 * Checks that the old address has no page and the redirect creates no loop. If the target is itself redirected, returns
 * its final target. Ignores the redirect `ownId`, which is being changed.
 */
async function resolveRedirect(tx: Transaction, from: string, to: TargetAddress, ownId?: number): Promise<Resolved> {
  const ownItem = itemAt(from);
  if (ownItem && (await findItem(tx, ownItem))) {
    return { field: 'from', problem: 'This site has a page at this address, so the redirect would never be used.' };
  }
  const loop = { field: 'to', problem: 'This address redirects back to the old one. Enter another address.' } as const;
  if (to.key === from) return loop;
  const item = itemAt(to.address);
  const target = item && (await findItem(tx, item));
  if (target) return { target };
  const next = to.key === undefined ? undefined : await findRedirectFrom(tx, to.key);
  if (next && next.id !== ownId) {
    const { toAddress, toPath, postId, projectId } = next;
    return toPath === from ? loop : { target: { toAddress, toPath, postId, projectId } };
  }
  if (item) return { field: 'to', problem: `No ${item.kind} exists at this address.` };
  return { target: { toAddress: to.address, toPath: to.key ?? null } };
}

const refuse = (field: 'from' | 'to', problem: string) => new AppError('BAD_REQUEST', problem, { [field]: problem });

function valueOf<Value>(field: 'from' | 'to', checked: Checked<Value>): Value {
  if ('problem' in checked) throw refuse(field, checked.problem);
  return checked.value;
}

/**
 * Saves a redirect, a new one without `id`, and points redirects to its old address at its target. Throws BAD_REQUEST
 * with the field, CONFLICT if the old address already has a redirect, and NOT_FOUND.
 */
export async function saveRedirect(
  tx: Transaction,
  { now, siteUrl }: Context,
  { id, ...fields }: RedirectFields & { id?: number },
): Promise<Redirect> {
  const from = valueOf('from', checkFrom(fields.from, siteUrl));
  const to = valueOf('to', checkTarget(fields.to, siteUrl));
  await lockRedirects(tx);
  if (id !== undefined) await getRedirect(tx, id);
  const other = await findRedirectFrom(tx, from);
  if (other && other.id !== id) {
    const problem = 'This address already has a redirect. Edit that redirect or enter another address.';
    throw new AppError('CONFLICT', problem, { from: problem });
  }
  const resolved = await resolveRedirect(tx, from, to, id);
  if ('problem' in resolved) throw refuse(resolved.field, resolved.problem);
  const row = { fromPath: from, ...resolved.target };
  const createdAt = toDate(now());
  if (id !== undefined) await updateRedirect(tx, id, row);
  const saved = id ?? (await insertRedirect(tx, { ...row, createdBy: 'owner', createdAt }));
  await updateChained(tx, from, resolved.target);
  return getRedirect(tx, saved);
}

/** A redirect of an import, from a key to a post or an address. */
export type ImportedRedirect = { readonly from: string } & ({ readonly postId: number } | { readonly to: string });

/**
 * Adds the redirects of an import, except those that already exist or can't be resolved. Returns how many were added.
 */
export async function addImportedRedirects(
  tx: Transaction,
  { now }: Pick<Context, 'now'>,
  rows: readonly ImportedRedirect[],
): Promise<number> {
  await lockRedirects(tx);
  const common = { createdBy: 'import' as const, createdAt: toDate(now()) };
  const simple: Parameters<typeof insertRedirects>[1][number][] = [];
  const others: { from: string; to: TargetAddress }[] = [];
  for (const row of rows) {
    if ('postId' in row) simple.push({ fromPath: row.from, postId: row.postId, ...common });
    else {
      const checked = checkTarget(row.to, 'http://site');
      if ('problem' in checked) continue;
      const { address, key } = checked.value;
      if (key === undefined || isServed(key))
        simple.push({ fromPath: row.from, toAddress: address, toPath: key, ...common });
      else others.push({ from: row.from, to: checked.value });
    }
  }
  let added = await insertRedirects(tx, simple);
  for (const { from, to } of others) {
    const resolved = await resolveRedirect(tx, from, to);
    if ('problem' in resolved) continue;
    added += await insertRedirects(tx, [{ fromPath: from, ...resolved.target, ...common }]);
    await updateChained(tx, from, resolved.target);
  }
  await updateAllChained(tx);
  return added;
}
