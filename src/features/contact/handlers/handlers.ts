import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { inTransaction } from '#platform/api/in-transaction.ts';
import { searchablePage } from '#platform/database/counting.ts';
import { attachFile } from '../actions/files.ts';
import { getContactForm } from '../actions/contact-form.ts';
import { replyToMessage, transitionMessage, getMessageDto, deleteMessageByOwner } from '../actions/inbox.ts';
import { createContactChallenge, sendMessage } from '../actions/send-message.ts';
import { contactContract } from '../contract/index.ts';
import { countMessages, getInboxCounts, listMessages } from '../queries/inbox.ts';
import { markMessageRead } from '../queries/messages.ts';

const contact = implement(contactContract).$context<ApiContext>();

export const contactHandlers = contact.router({
  getForm: contact.getForm.handler(({ context }) => getContactForm(context)),
  createChallenge: contact.createChallenge.handler(({ context }) => createContactChallenge(context)),
  sendMessage: contact.sendMessage.handler(({ context, input }) => sendMessage(context, input)),
  uploadFile: contact.uploadFile.handler(async ({ context, input: { params, body } }) => {
    await attachFile(context, params.upload, body);
    return { received: true as const };
  }),
  listMessages: contact.listMessages.handler(({ context, input }) =>
    searchablePage(input, {
      list: sorted => listMessages(context.db, input, { sorted }),
      count: () => countMessages(context.db, input),
    }),
  ),
  getInboxCounts: contact.getInboxCounts.handler(({ context }) => getInboxCounts(context.db)),
  getMessage: contact.getMessage.handler(({ context, input }) => getMessageDto(context.db, input.id)),
  markMessageRead: contact.markMessageRead.handler(({ context, input: { id } }) =>
    context.db.transaction(async tx => {
      await markMessageRead(tx, id, new Date(context.now().epochMilliseconds));
      return { id };
    }),
  ),
  transitionMessage: contact.transitionMessage.handler(inTransaction(transitionMessage)),
  replyToMessage: contact.replyToMessage.handler(inTransaction(replyToMessage)),
  deleteMessage: contact.deleteMessage.handler(async ({ context, input }) => {
    await context.db.transaction(tx => deleteMessageByOwner(tx, context, input));
    return { deleted: true as const };
  }),
});
