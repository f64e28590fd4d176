import { getUser } from '#features/auth/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { type BillingDetails, type DocumentLanguage, EMPTY_DETAILS } from '../contract/constants.ts';
import { findClientByEmail, insertClient, lockEmails, replaceEmails, updateClientRow } from '../queries/clients.ts';
import { isEmptyDetails } from '../contract/check-details.ts';
import { isSameDetails, pickDetails, toDocumentClient } from '../rules/billing-details.ts';

/** Someone who orders or books. */
interface Buyer {
  readonly name: string;
  readonly email: string;
  /** As entered for this sale; null if nothing was entered. */
  readonly details: BillingDetails | null;
  /** Whether the buyer is signed in, which proves that the address is theirs. */
  readonly isVerified: boolean;
}

/**
 * Finds or adds the client of a sale, and saves the billing details. Anyone can enter someone else's email: unless the
 * buyer is verified, existing details are neither changed nor used, and those of this sale alone are returned.
 */
export async function saveBuyer(
  tx: Transaction,
  now: Temporal.Instant,
  { name, email, details, isVerified }: Buyer,
): Promise<BillingDetails | null> {
  await lockEmails(tx, [email]);
  const at = toDate(now);
  const client = await findClientByEmail(tx, email);
  if (!client) {
    const { id } = await insertClient(tx, { name, ...details, createdAt: at, updatedAt: at });
    await replaceEmails(tx, id, [email]);
    return null;
  }
  // Otherwise anyone who knows the address could read the details on the invoice.
  if (!isVerified && !isEmptyDetails(pickDetails(client))) return details ?? EMPTY_DETAILS;
  if (!details || isSameDetails(details, client)) return null;
  await updateClientRow(tx, client.id, { ...details, updatedAt: at });
  return null;
}

/**
 * Returns the client's block on a document: with the details of this sale or the client's current ones, in the client's
 * language unless another one is given.
 */
export async function getDocumentClient(
  db: Db,
  client: { readonly name: string; readonly email: string },
  details: BillingDetails | null,
  language?: DocumentLanguage,
): Promise<ReturnType<typeof toDocumentClient>> {
  const saved = await findClientByEmail(db, client.email);
  // Details of one sale may not be the client's own.
  const routing = details ? undefined : saved;
  return toDocumentClient(client, details ?? saved ?? EMPTY_DETAILS, routing, language ?? saved?.language);
}

/**
 * Returns the buyer for the tax of a sale, from the details of this sale or the client's current ones. Null if the
 * country isn't known.
 */
export async function findTaxBuyer(
  db: Db,
  { name, email }: { readonly name: string; readonly email: string },
  details: BillingDetails | null,
) {
  const { company, country, taxId } = details ?? (await findClientByEmail(db, email)) ?? EMPTY_DETAILS;
  return country === '' ? null : toTaxBuyer({ name: company || name, company, country, taxId });
}

/** Returns the buyer as the tax rules see it: a business has a company name or a tax number. */
export function toTaxBuyer({
  name,
  company,
  country,
  taxId,
}: { readonly name: string } & Pick<BillingDetails, 'company' | 'country' | 'taxId'>) {
  const kind = company || taxId ? ('business' as const) : ('consumer' as const);
  return { name, kind, country, vatId: taxId || null };
}

/** Returns the buyer for the tax of a sale to the caller, from the company they entered or their saved details. */
export async function findCheckoutBuyer(
  db: Db,
  actor: ApiContext['actor'],
  { billing, name = '' }: { readonly billing?: BillingDetails | undefined; readonly name?: string | undefined } = {},
) {
  if (billing) return toTaxBuyer({ ...billing, name: billing.company || name });
  return actor.role === 'visitor' ? null : findTaxBuyer(db, await getUser(db, actor.userId), null);
}

/** Returns the billing details of a user by their confirmed email; empty ones before the first are saved. */
export async function getOwnBillingDetails(db: Db, email: string) {
  const client = await findClientByEmail(db, email);
  return { billing: client ? pickDetails(client) : EMPTY_DETAILS, phone: client?.phone ?? '' };
}

/** Saves the caller's own billing details for new invoices. */
export async function updateOwnBillingDetails(
  tx: Transaction,
  context: Pick<ApiContext, 'actor' | 'now'>,
  { billing, phone }: { readonly billing: BillingDetails; readonly phone: string },
) {
  const { name, email } = await getUser(tx, requireUser(context).userId);
  await saveBuyer(tx, context.now(), { name, email, details: billing, isVerified: true });
  const client = await findClientByEmail(tx, email);
  if (client && client.phone !== phone) await updateClientRow(tx, client.id, { phone });
  return getOwnBillingDetails(tx, email);
}
