import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
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
  form: contact.form.handler(({ context }) => getContactForm(context)),
  challenge: contact.challenge.handler(({ context }) => createContactChallenge(context)),
  send: contact.send.handler(({ context, input }) => sendMessage(context, input)),
  addFile: contact.addFile.handler(async ({ context, input: { params, body } }) => {
    await attachFile(context, params.upload, body);
    return { received: true as const };
  }),
  inbox: contact.inbox.handler(({ context, input }) =>
    searchablePage(input, {
      list: sorted => listMessages(context.db, input, { sorted }),
      count: () => countMessages(context.db, input),
    }),
  ),
  waiting: contact.waiting.handler(({ context }) => getInboxCounts(context.db)),
  message: contact.message.handler(({ context, input }) => getMessageDto(context.db, input.id)),
  markRead: contact.markRead.handler(({ context, input: { id } }) =>
    context.db.transaction(async tx => {
      await markMessageRead(tx, id, new Date(context.now().epochMilliseconds));
      return { id };
    }),
  ),
  move: contact.move.handler(({ context, input }) =>
    context.db.transaction(tx => transitionMessage(tx, context, input)),
  ),
  reply: contact.reply.handler(({ context, input }) =>
    context.db.transaction(tx => replyToMessage(tx, context, input)),
  ),
  remove: contact.remove.handler(async ({ context, input }) => {
    await context.db.transaction(tx => deleteMessageByOwner(tx, context, input));
    return { removed: true as const };
  }),
});
