import type { ApiContext } from '#platform/api/context.ts';
import { countTry, type RateLimit } from '#platform/http/rate-limits.ts';
import { makeToken, tokenHash } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { findDraft, insertDraft } from '../queries/drafts.ts';

/** How long what was typed is kept while somebody signs in. */
const KEPT = { hours: 1 };

const DRAFTS: RateLimit = { name: 'order drafts', most: 20, seconds: 3600 };

/** Keeps what somebody typed into the form of an order while they sign in; the token that brings it back. */
export async function keepTyped(
  { db, client, now }: Pick<ApiContext, 'db' | 'client' | 'now'>,
  values: Record<string, string>,
): Promise<string> {
  await countTry(db, DRAFTS, client.network, now());
  const token = makeToken();
  const endsAt = new Date(now().add(KEPT).epochMilliseconds);
  const at = new Date(now().epochMilliseconds);
  await insertDraft(db, { tokenSha256: tokenHash(token), typed: values, endsAt }, at);
  return token;
}

/** What was typed. Throws NOT_FOUND once it has ended. */
export async function readTyped(
  { db, now }: Pick<ApiContext, 'db' | 'now'>,
  token: string,
): Promise<Record<string, string>> {
  const typed = await findDraft(db, tokenHash(token), new Date(now().epochMilliseconds));
  if (!typed) throw new AppError('NOT_FOUND', 'What you typed is kept no longer.');
  return typed;
}
