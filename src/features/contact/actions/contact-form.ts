import { findOwner, getUser } from '#features/auth/index.ts';
import { type EmailServices, enqueueEmail } from '#features/email/index.ts';
import { sanitizeFileName } from '#features/media/index.ts';
import { getSettings } from '#features/settings/index.ts';
import { getSiteSections } from '#features/site/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Encryption } from '#platform/encryption.ts';
import { consumeProof, makeChallenge, verifyProof } from '#platform/http/proof-of-work.ts';
import { consumeRateLimit, type RateLimit, RateLimitError } from '#platform/http/rate-limits.ts';
import { isEqualConstantTime } from '#platform/tokens.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { AppError } from '#shared/errors.ts';
import type { ContactFormData, ContactMessageInput } from '../contract/contact-form.ts';
import type { SpamReason } from '../contract/states.ts';
import { insertMessage, isSenderBlocked, type MessageRow, updateMessage } from '../queries/messages.ts';
import { findFileError } from '../rules/files.ts';
import { classifyMessage, isSpam } from '../rules/spam-checks.ts';
import { createUploadToken } from './files.ts';

/** Signs a timestamp (milliseconds since 1970), to prove that this site issued it. */
const signatureOf = (encryption: Encryption, at: string) => encryption.deriveToken(`contact form opened ${at}`);

/** Returns the owner's contact details, the signed-in user and the time when the form was requested. */
export async function getContactForm({ db, actor, now, encryption }: ApiContext): Promise<ContactFormData> {
  const [{ profile, links }, { defaultCurrency }, user] = await Promise.all([
    getSiteSections(db, ['profile', 'links']),
    getSettings(db),
    actor.role === 'visitor' ? null : getUser(db, actor.userId),
  ]);
  const { name, email, phone, address, country, timeZone } = profile;
  const at = String(now().epochMilliseconds);
  return {
    owner: { name, email, phone, address, country, timeZone, links },
    currency: defaultCurrency,
    now: now().toString({ smallestUnit: 'second' }),
    user: user && { name: user.name, email: user.email },
    formToken: `${at}.${signatureOf(encryption, at)}`,
  };
}

/** Returns when the form was requested, in milliseconds since 1970; undefined if the signature is invalid. */
function parseFormToken(encryption: Encryption, formToken: string): number | undefined {
  const [at = '', signature = ''] = formToken.split('.');
  return isEqualConstantTime(signature, signatureOf(encryption, at)) ? Number(at) : undefined;
}

/** Limit per network (security page), and for messages without a proof of work. */
const MESSAGES: RateLimit = { name: 'contact', maxAttempts: 5, windowSeconds: 3600 };
const UNCHECKED: RateLimit = { name: 'contact unchecked', maxAttempts: 2, windowSeconds: 3600 };

/** Limits confirmations per address, so the form can't be used to flood others' mailboxes. */
const CONFIRMATIONS: RateLimit = { name: 'contact confirmations', maxAttempts: 3, windowSeconds: 24 * 3600 };

const PURPOSE = 'contact';

type SendingContext = Pick<ApiContext, 'db' | 'actor' | 'client' | 'now' | 'encryption' | 'idempotencyKey'> &
  EmailServices;

/** Returns a challenge to solve while the form is filled in. */
export function createContactChallenge({ encryption, now }: Pick<ApiContext, 'encryption' | 'now'>) {
  return makeChallenge({ encryption, now: now(), purpose: PURPOSE });
}

/**
 * Saves a message once per idempotency key and notifies the owner and, with a proof of work, the sender. Spam gets the
 * same response, but is stored without notification. Throws UNPROCESSABLE if the form, proof or file is invalid or too
 * old, and TOO_MANY_REQUESTS.
 */
export async function sendMessage(context: SendingContext, input: ContactMessageInput) {
  const { idempotencyKey, ...body } = input;
  const { file } = input;
  const fileError = file && findFileError(file);
  if (fileError) throw new AppError('UNPROCESSABLE', fileError, { file: fileError });
  const id = await context.db.transaction(tx =>
    withIdempotencyKey(tx, context, { endpoint: 'contact.sendMessage', key: idempotencyKey, body }, () =>
      saveMessage(tx, context, input),
    ),
  );
  return { received: true as const, uploadToken: createUploadToken(context, id) };
}

async function saveMessage(tx: Transaction, context: SendingContext, input: ContactMessageInput): Promise<number> {
  const { name, email, subject, budget, message, website, formToken, proofOfWork, file } = input;
  const { actor, client, encryption } = context;
  const at = context.now();
  const formOpenedAt = parseFormToken(encryption, formToken);
  const spamCheck = classifyMessage({ website, formOpenedAt, now: at.epochMilliseconds, hasProof: proofOfWork !== '' });
  if (spamCheck === 'stale') {
    const sentence = 'This form was open for more than a day. Send it again.';
    throw new AppError('UNPROCESSABLE', sentence, { formToken: sentence });
  }
  await consumeRateLimit(tx, MESSAGES, client.network, at);
  if (spamCheck !== 'proof_of_work') await consumeRateLimit(tx, UNCHECKED, client.network, at);
  if (spamCheck === 'proof_of_work') await redeemProof(tx, context, proofOfWork);
  const receivedAt = toDate(at);
  const isOwnAddress = actor.role !== 'visitor' && actor.email.toLowerCase() === email.toLowerCase();
  const userId = isOwnAddress ? actor.userId : null;
  const isBlocked = !isSpam(spamCheck) && (await isSenderBlocked(tx, { email, userId }));
  const spamReason: SpamReason | null = isSpam(spamCheck) ? 'spam_check' : isBlocked ? 'blocked_sender' : null;
  const row = await insertMessage(tx, {
    name,
    email,
    userId,
    subject,
    budget,
    body: message,
    state: spamReason ? 'spam' : 'new',
    spamCheck,
    receivedAt,
    markedSpamAt: spamReason ? receivedAt : null,
    spamReason,
    fileName: file ? sanitizeFileName(file.name, 'file') : null,
  });
  if (spamReason) return row.id;
  const notificationEmailId = await notifyOwner(tx, context, row);
  if (notificationEmailId) await updateMessage(tx, row.id, { notificationEmailId });
  // Require a proof of work, so scripts can't send bulk email to strangers through this form.
  if (spamCheck === 'proof_of_work') await notifySender(tx, context, row);
  return row.id;
}

async function redeemProof(tx: Transaction, { encryption, now }: SendingContext, proof: string): Promise<void> {
  const verified = await verifyProof(proof, { encryption, now: now(), purpose: PURPOSE });
  if (verified && (await consumeProof(tx, verified))) return;
  const sentence = 'The spam check has expired. Send your message again.';
  throw new AppError('UNPROCESSABLE', sentence, { proofOfWork: sentence });
}

/** Notifies the owner, with the sender as reply-to. Returns the email's id, if there is an owner. */
async function notifyOwner(tx: Transaction, services: EmailServices, message: MessageRow) {
  const owner = await findOwner(tx);
  if (!owner) return undefined;
  const { id, name: senderName, email, subject, budget, body, fileName, spamCheck } = message;
  return enqueueEmail(tx, services, {
    to: { name: owner.name, email: owner.email },
    replyTo: { name: senderName, address: email },
    template: 'contact_message_received',
    props: {
      name: owner.name,
      senderName,
      email,
      subject,
      budget,
      body,
      file: fileName,
      isUnverified: spamCheck === 'unverified',
      url: services.siteUrl + dashboardPaths.inboxMessage(id),
    },
  });
}

/** Confirms receipt to the sender. Doesn't quote the message, because the address may be a stranger's. */
async function notifySender(tx: Transaction, services: EmailServices, message: MessageRow): Promise<void> {
  const { name, email } = message;
  try {
    await consumeRateLimit(tx, CONFIRMATIONS, email.toLowerCase(), services.now());
  } catch (error) {
    if (error instanceof RateLimitError) return;
    throw error;
  }
  await enqueueEmail(tx, services, { to: { name, email }, template: 'contact_message_confirmation', props: {} });
}
