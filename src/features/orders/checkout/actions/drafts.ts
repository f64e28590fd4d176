import type { ApiContext } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { findCheckoutDraft, insertCheckoutDraft } from '../queries.ts';

const LIFETIME = { hours: 1 };

const DRAFTS: RateLimit = { name: 'order drafts', maxAttempts: 20, windowSeconds: 3600 };

/** Stores entered form values while the client signs in. Returns the token that restores them. */
export async function createCheckoutDraft(
  { db, client, now }: ApiContext,
  { values }: { readonly values: Readonly<Record<string, string | undefined>> },
) {
  await consumeRateLimit(db, DRAFTS, client.network, now());
  const token = createToken();
  const expiresAt = toDate(now().add(LIFETIME));
  const createdAt = toDate(now());
  const typed = Object.entries(values).filter((field): field is [string, string] => field[1] !== undefined);
  const formValues = Object.fromEntries(typed);
  await insertCheckoutDraft(db, { tokenHash: hashToken(token), formValues, expiresAt }, createdAt);
  return { draftToken: token };
}

/** Returns the stored values. Throws NOT_FOUND once they have expired. */
export async function getCheckoutDraft({ db, now }: ApiContext, { draftToken }: { readonly draftToken: string }) {
  const values = await findCheckoutDraft(db, hashToken(draftToken), toDate(now()));
  if (!values) throw new AppError('NOT_FOUND', 'Your saved text has expired. Fill in the form again.');
  return { values };
}
