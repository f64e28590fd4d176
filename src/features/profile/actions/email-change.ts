import {
  REGISTRATION_EMAIL_LIMIT,
  deleteRegistrationsByEmail,
  deleteUserSessions,
  findPasswordCredential,
  findUserForUpdate,
  updateUserEmail,
  findUserByEmail,
  getUser,
} from '#features/auth/index.ts';
import { enqueueEmail } from '#features/email/index.ts';
import { recordSecurityEvent } from '#features/security-events/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { consumeEmailChange, findEmailChangeByToken, findEmailChangeByUser, upsertEmailChange } from '../queries.ts';

/** Email changes per user; each sends an email. The new address shares its limit with registrations. */
const EMAIL_CHANGE_LIMIT: RateLimit = { name: 'address change', maxAttempts: 5, windowSeconds: 3600 };

/** Lifetime of the link, in hours. */
const LINK_HOURS = 24;

const invalidLinkError = () =>
  new AppError('NOT_FOUND', 'This link has expired or was already used. Request a new one in your profile.');

/**
 * Stores a pending email change, replacing an earlier one, and emails a confirmation link. For an address in use, the
 * work is the same, but the email informs its holder, so the requester can't tell the difference. Throws BAD_REQUEST if
 * the address is unchanged, and TOO_MANY_REQUESTS.
 */
export async function requestEmailChange(context: ApiContext, newEmail: string) {
  const { userId, email } = requireUser(context);
  if (newEmail.toLowerCase() === email.toLowerCase()) {
    const sentence = 'This is already your email address';
    throw new AppError('BAD_REQUEST', sentence, { email: sentence });
  }
  await consumeRateLimit(context.db, EMAIL_CHANGE_LIMIT, userId, context.now());
  await consumeRateLimit(context.db, REGISTRATION_EMAIL_LIMIT, newEmail.toLowerCase(), context.now());
  await context.db.transaction(async tx => {
    const now = context.now();
    const token = createToken();
    const holder = await findUserByEmail(tx, newEmail);
    await upsertEmailChange(tx, {
      userId,
      tokenHash: hashToken(token),
      newEmail,
      createdAt: toDate(now),
      expiresAt: toDate(now.add({ hours: LINK_HOURS })),
    });
    if (holder) {
      // The token is never sent, so this change can't be confirmed.
      await enqueueEmail(tx, context, { to: holder, template: 'email_in_use', props: { name: holder.name } });
    } else {
      const { name } = await getUser(tx, userId);
      await enqueueEmail(tx, context, {
        to: { name, email: newEmail },
        template: 'confirm_email_change',
        props: { name, url: context.siteUrl + paths.confirmEmailChange(token), expiresInHours: LINK_HOURS },
        containsSecret: true,
      });
    }
    await recordSecurityEvent(tx, context, 'email_change_requested', { userId, email });
  });
}

/** Returns the address that a link confirms. Throws NOT_FOUND if the link is invalid. */
export async function getPendingEmailChange({ db, now }: ApiContext, token: string) {
  const change = await findEmailChangeByToken(db, hashToken(token), toDate(now()));
  if (!change || !(await isConfirmable(db, change))) throw invalidLinkError();
  return { email: change.newEmail };
}

/**
 * Replaces the user's email, notifies the old address and consumes the link. Ends all other sessions of the user.
 * Throws NOT_FOUND if the link is invalid, and CONFLICT if the address was taken since.
 */
export async function confirmEmailChange(tx: Transaction, context: ApiContext, { token }: { token: string }) {
  const now = context.now();
  const change = await consumeEmailChange(tx, hashToken(token), toDate(now));
  const person = change && (await findUserForUpdate(tx, change.userId));
  if (!person || person.disabledAt || !(await isConfirmable(tx, change))) throw invalidLinkError();
  const { userId, newEmail: email } = change;
  if (!(await updateUserEmail(tx, userId, email, toDate(now)))) {
    throw new AppError('CONFLICT', 'This email address now has another account. Choose another address.');
  }
  await deleteRegistrationsByEmail(tx, email);
  const currentUser = context.actor.role !== 'visitor' && context.actor.userId === userId ? context.actor : undefined;
  await deleteUserSessions(tx, userId, currentUser?.sessionId);
  await recordSecurityEvent(tx, context, 'email_changed', { userId, email, detail: `previously ${person.email}` });
  // Masked so only its holder recognizes the new address: grace@site.example becomes g…@site.example.
  const newAddress = `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`;
  await enqueueEmail(tx, context, {
    to: person,
    template: 'email_changed',
    props: { name: person.name, newAddress, occurredAt: now.toString() },
  });
  return { email };
}

/** A later password change invalidates the email change: an attacker may have requested it. */
async function isConfirmable(db: Db, change: { userId: string; createdAt: Date }): Promise<boolean> {
  const password = await findPasswordCredential(db, change.userId);
  return !password || password.updatedAt <= change.createdAt;
}

/** Exports the pending email change. */
export const emailChangePersonalData: PersonalDataProvider = {
  name: 'addressChange',
  export: async (db, { userId }, { now }) => (await findEmailChangeByUser(db, userId, toDate(now()))) ?? null,
};
