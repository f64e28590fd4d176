import { findOwner } from '#features/auth/index.ts';
import { findClientByEmail } from '#features/clients/index.ts';
import { deleteEmails, type EmailServices, enqueueEmail } from '#features/email/index.ts';
import { deleteFilesQueue } from '#features/media/index.ts';
import type { ApiContext, ApiServices } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { InboxMessage } from '../contract/inbox.ts';
import type { MessageTransition } from '../contract/states.ts';
import { listReplies } from '../queries/inbox.ts';
import { type DeletedMessages, deleteMessage, deleteMessagesByPerson } from '../queries/deletion.ts';
import { findMessage, findMessageForUpdate, insertReply, unblockSender, updateMessage } from '../queries/messages.ts';
import { findSenderAccount, listMessagesByPerson, listOrdersByEmail, listOtherMessages } from '../queries/sender.ts';
import { buildContactFileKey } from '../rules/files.ts';
import { canReply, findNextState, messageStateLabels } from '../rules/transitions.ts';

const messageNotFound = () => new AppError('NOT_FOUND', 'This message doesn’t exist. It may have been deleted.');

/** Returns a message for the owner, with the sender's account, orders and other messages. Throws NOT_FOUND. */
export async function getMessageDto(db: Db, id: number): Promise<InboxMessage> {
  const message = await findMessage(db, id);
  if (!message) throw messageNotFound();
  const [replies, account, client, orders, otherMessages] = await Promise.all([
    listReplies(db, id),
    findSenderAccount(db, message.email),
    findClientByEmail(db, message.email),
    listOrdersByEmail(db, message.email),
    listOtherMessages(db, message.email, id),
  ]);
  const { receivedAt, repliedAt, readAt, userId, fileName, fileId, fileSizeBytes } = message;
  return {
    ...message,
    receivedAt: receivedAt.toISOString(),
    repliedAt: repliedAt?.toISOString() ?? null,
    isUnread: readAt === null,
    isSignedIn: userId !== null,
    file: fileName === null ? null : { name: fileName, sizeBytes: fileId === null ? null : fileSizeBytes },
    replies,
    account,
    client: client ? { id: client.id, name: client.company || client.name } : null,
    orders,
    otherMessages,
  };
}

async function lockMessage(tx: Transaction, id: number) {
  const message = await findMessageForUpdate(tx, id);
  if (!message) throw messageNotFound();
  return message;
}

/**
 * Applies the owner's decision. Spam blocks the sender; undoing it unblocks them and restores their later messages.
 * Throws NOT_FOUND, and CONFLICT if the transition is not allowed.
 */
export async function transitionMessage(
  tx: Transaction,
  { now }: Pick<ApiContext, 'now'>,
  { id, transition }: { readonly id: number; readonly transition: MessageTransition },
) {
  const message = await lockMessage(tx, id);
  // It was restored along with another message of its sender.
  if (transition === 'restore' && message.state === 'new') return { id, state: message.state, restoredCount: 0 };
  const state = findNextState(transition, { state: message.state, wasAnswered: message.repliedAt !== null });
  if (!state) {
    throw new AppError('CONFLICT', `This message already has the status “${messageStateLabels[message.state]}”.`);
  }
  const at = toDate(now());
  await updateMessage(tx, id, {
    state,
    markedSpamAt: state === 'spam' ? at : null,
    spamReason: state === 'spam' ? 'marked_by_owner' : null,
    // A message answered elsewhere counts as read.
    readAt: state === 'replied' ? (message.readAt ?? at) : message.readAt,
    repliedAt: state === 'replied' ? (message.repliedAt ?? at) : state === 'new' ? null : message.repliedAt,
  });
  const restoredCount = message.state === 'spam' ? await unblockSender(tx, message.email) : 0;
  return { id, state, restoredCount };
}

type ReplyContext = Pick<ApiContext, 'actor' | 'now' | 'idempotencyKey'> & EmailServices;

type Reply = { readonly id: number; readonly body: string; readonly idempotencyKey?: string | undefined };

/** Replies to a message by email, once per idempotency key. Throws NOT_FOUND, and CONFLICT if it is spam. */
export function replyToMessage(tx: Transaction, context: ReplyContext, { idempotencyKey: key, ...reply }: Reply) {
  const { id, body } = reply;
  return withIdempotencyKey(tx, context, { endpoint: 'contact.replyToMessage', key, body: reply }, async () => {
    const message = await lockMessage(tx, id);
    if (!canReply(message.state)) {
      throw new AppError('CONFLICT', 'This message is marked as spam. Choose “Not spam” before you reply.');
    }
    const owner = await findOwner(tx);
    if (!owner) throw new AppError('CONFLICT', 'This site has no owner yet. Finish the setup before you reply.');
    const emailId = await enqueueEmail(tx, context, {
      to: { name: message.name, email: message.email },
      replyTo: { name: owner.name, address: owner.email },
      template: 'contact_reply',
      props: { subject: message.subject, body, quoted: message.body, receivedAt: message.receivedAt.toISOString() },
    });
    const sentAt = toDate(context.now());
    await insertReply(tx, { messageId: id, body, sentAt, emailId });
    await updateMessage(tx, id, { state: 'replied', repliedAt: sentAt, readAt: message.readAt ?? sentAt });
    return { id };
  });
}

/**
 * Deletes a message and everything that belongs to it. Throws NOT_FOUND, and UNPROCESSABLE if the given name differs.
 */
export async function deleteMessageByOwner(
  tx: Transaction,
  services: Pick<ApiServices, 'jobs'>,
  { id, name }: { readonly id: number; readonly name: string },
) {
  const message = await lockMessage(tx, id);
  const normalize = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase();
  if (normalize(name) !== normalize(message.name)) {
    const sentence = `Type “${message.name}” to delete this message.`;
    throw new AppError('UNPROCESSABLE', sentence, { name: sentence });
  }
  await deleteMessageArtifacts(tx, services, await deleteMessage(tx, id));
  return { deleted: true as const };
}

/** Deletes the data of deleted messages: emails that quote them, and files. */
export async function deleteMessageArtifacts(
  tx: Transaction,
  { jobs }: Pick<ApiServices, 'jobs'>,
  { mails, files }: DeletedMessages,
): Promise<void> {
  await deleteEmails(tx, mails);
  if (files.length > 0) await jobs.enqueue(tx, deleteFilesQueue, { files: files.map(buildContactFileKey) });
}

/** Messages a person sent while signed in or from their own address. All are deleted with their account. */
export const contactPersonalData: PersonalDataProvider = {
  name: 'messages',
  export: (db, person) => listMessagesByPerson(db, person),
  erase: async (tx, person, services) => deleteMessageArtifacts(tx, services, await deleteMessagesByPerson(tx, person)),
};
