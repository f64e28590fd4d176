import type { ApiContext } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import type { Transaction } from '#platform/database/database.ts';
import { type Challenge, makeChallenge, verifyProof, consumeProof } from '#platform/http/proof-of-work.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { sanitizeFileName } from '#features/media/rules.ts';
import type { EmailServices } from '#features/email/actions.ts';
import { AppError } from '#shared/errors.ts';
import type { ContactMessageInput } from '../contract/contact-form.ts';
import type { SpamCheck, SpamReason } from '../contract/states.ts';
import { isSenderBlocked, insertMessage, updateMessage } from '../queries/messages.ts';
import { findFileError } from '../rules/files.ts';
import { isSpam, classifyMessage } from '../rules/spam-checks.ts';
import { createUploadToken } from './files.ts';
import { parseFormToken } from './contact-form.ts';
import { notifySender, notifyOwner } from './notifications.ts';

/** Messages from one network (security page), and those without a proof of work. */
const MESSAGES: RateLimit = { name: 'contact', maxAttempts: 5, windowSeconds: 3600 };
const UNCHECKED: RateLimit = { name: 'contact unchecked', maxAttempts: 2, windowSeconds: 3600 };

const PURPOSE = 'contact';

type SendingContext = Pick<ApiContext, 'db' | 'actor' | 'client' | 'now' | 'encryption' | 'idempotencyKey'> &
  EmailServices;

/** A challenge for whoever begins to write. */
export function createContactChallenge({
  encryption,
  now,
}: Pick<ApiContext, 'encryption' | 'now'>): Promise<Challenge> {
  return makeChallenge({ encryption, now: now(), purpose: PURPOSE });
}

/**
 * Takes a message in, once for each key that a request names itself by, and tells the owner and, where it came with a
 * proof of work, its sender. What the traps caught is kept as spam, and its sender told that it has arrived; nobody else
 * is told. So it is with what comes from a sender whom the owner marked as spam. Throws UNPROCESSABLE where the form or the proof is too old, the proof no proof, or the file is not taken, and
 * TOO_MANY_REQUESTS.
 */
export async function sendMessage(
  context: SendingContext,
  input: ContactMessageInput,
): Promise<{ received: true; upload: string }> {
  const { submission: key, ...body } = input;
  const { file } = input;
  const objection = file && findFileError(file);
  if (objection) throw new AppError('UNPROCESSABLE', objection, { file: objection });
  const id = await context.db.transaction(tx =>
    withIdempotencyKey(tx, context, { endpoint: 'contact.send', key, body }, () => takeIn(tx, context, input)),
  );
  return { received: true, upload: createUploadToken(context, id) };
}

async function takeIn(tx: Transaction, context: SendingContext, input: ContactMessageInput): Promise<number> {
  const { name, email, subject, budget, message, website, opened, proof, file } = input;
  const { actor, now, encryption } = context;
  const at = now();
  const formOpenedAt = parseFormToken(encryption, opened);
  const checked = classifyMessage({ website, formOpenedAt, now: at.epochMilliseconds, hasProof: proof !== '' });
  if (checked === 'stale') {
    const sentence = 'This form was open for longer than a day. Send it once more.';
    throw new AppError('UNPROCESSABLE', sentence, { opened: sentence });
  }
  await countMessage(tx, context, checked);
  if (checked === 'proof') await spendProof(tx, context, proof);
  const receivedAt = new Date(at.epochMilliseconds);
  const isTheirs = actor.role !== 'visitor' && actor.email.toLowerCase() === email.toLowerCase();
  const userId = isTheirs ? actor.userId : null;
  const isBarred = !isSpam(checked) && (await isSenderBlocked(tx, { email, userId }));
  const spamWhy: SpamReason | null = isSpam(checked) ? 'trap' : isBarred ? 'barred' : null;
  const row = await insertMessage(tx, {
    name,
    email,
    userId,
    subject,
    budget,
    body: message,
    state: spamWhy ? 'spam' : 'new',
    checked,
    receivedAt,
    spamAt: spamWhy ? receivedAt : null,
    spamWhy,
    fileName: file ? sanitizeFileName(file.name, 'file') : null,
  });
  if (spamWhy) return row.id;
  const noticeMailId = await notifyOwner(tx, context, row);
  if (noticeMailId) await updateMessage(tx, row.id, { noticeMailId });
  // Whoever needs no script to send mails to strangers through a form would do so by the thousand.
  if (checked === 'proof') await notifySender(tx, context, row);
  return row.id;
}

async function countMessage(tx: Transaction, { client, now }: SendingContext, checked: SpamCheck): Promise<void> {
  await consumeRateLimit(tx, MESSAGES, client.network, now());
  if (checked !== 'proof') await consumeRateLimit(tx, UNCHECKED, client.network, now());
}

async function spendProof(tx: Transaction, { encryption, now }: SendingContext, proof: string): Promise<void> {
  const good = await verifyProof(proof, { encryption, now: now(), purpose: PURPOSE });
  if (good && (await consumeProof(tx, good))) return;
  const sentence = 'The check of your device is past its time. Send your message once more.';
  throw new AppError('UNPROCESSABLE', sentence, { proof: sentence });
}
