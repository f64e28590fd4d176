import { findSectionState, getOwnerDate } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { isLocalSite } from '#shared/local-site.ts';
import type { SellingNotes } from '../contract/selling.ts';
import { chooseOrderTax } from './taxes.ts';

const CLOSED = 'This site can’t take orders yet, because its owner hasn’t added their own details.';

/** Returns why selling is blocked: the profile is still the sample on a public site. Null if it isn't. */
export async function findSellingBlock(db: Db, siteUrl: string): Promise<string | null> {
  if (isLocalSite(siteUrl)) return null;
  const profile = await findSectionState(db, 'profile');
  return profile === null || profile.sample || profile.untouched ? CLOSED : null;
}

/** Throws CONFLICT while selling and invoicing are blocked by the sample profile. */
export async function requireSelling(db: Db, { siteUrl }: { readonly siteUrl: string }): Promise<void> {
  const closed = await findSellingBlock(db, siteUrl);
  if (closed !== null) throw new AppError('CONFLICT', closed);
}

/** Returns the tax and selling notes shown next to prices. */
export async function readSellingNotes(
  db: Db,
  { siteUrl, now }: Pick<ApiServices, 'siteUrl' | 'now'>,
): Promise<SellingNotes> {
  const today = await getOwnerDate(db, now());
  const [{ name, basisPoints, behavior }, closed] = await Promise.all([
    chooseOrderTax(db, null, today),
    findSellingBlock(db, siteUrl),
  ]);
  return { tax: basisPoints === 0 ? null : { name, basisPoints, isIncluded: behavior === 'inclusive' }, closed };
}
