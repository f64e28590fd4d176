import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { searchablePage } from '#platform/database/counting.ts';
import { addFile } from '../actions/files.ts';
import { readContactForm } from '../actions/contact-form.ts';
import { answerMessage, moveMessage, readMessage, removeMessage } from '../actions/inbox.ts';
import { challengeWriter, sendMessage } from '../actions/send-message.ts';
import { contactContract } from '../contract/index.ts';
import { countMessages, countWaiting, listMessages } from '../queries/inbox.ts';
import { updateRead } from '../queries/messages.ts';

const contact = implement(contactContract).$context<ApiContext>();

export const contactHandlers = contact.router({
  form: contact.form.handler(({ context }) => readContactForm(context)),
  challenge: contact.challenge.handler(({ context }) => challengeWriter(context)),
  send: contact.send.handler(({ context, input }) => sendMessage(context, input)),
  addFile: contact.addFile.handler(async ({ context, input: { params, body } }) => {
    await addFile(context, params.upload, body);
    return { received: true as const };
  }),
  inbox: contact.inbox.handler(({ context, input }) =>
    searchablePage(input, {
      list: sorted => listMessages(context.db, input, { sorted }),
      count: () => countMessages(context.db, input),
    }),
  ),
  waiting: contact.waiting.handler(({ context }) => countWaiting(context.db)),
  message: contact.message.handler(({ context, input }) => readMessage(context.db, input.id)),
  markRead: contact.markRead.handler(({ context, input: { id } }) =>
    context.db.transaction(async tx => {
      await updateRead(tx, id, new Date(context.now().epochMilliseconds));
      return { id };
    }),
  ),
  move: contact.move.handler(({ context, input }) => context.db.transaction(tx => moveMessage(tx, context, input))),
  reply: contact.reply.handler(({ context, input }) => context.db.transaction(tx => answerMessage(tx, context, input))),
  remove: contact.remove.handler(async ({ context, input }) => {
    await context.db.transaction(tx => removeMessage(tx, context, input));
    return { removed: true as const };
  }),
});
