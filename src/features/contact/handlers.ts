import { implement } from '@orpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authorize } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { createDefaultError } from '#platform/api/errors.ts';
import { inTransaction } from '#platform/api/in-transaction.ts';
import { toDate } from '#platform/database/dates.ts';
import { searchablePage } from '#platform/database/counting.ts';
import type { UploadEndpoint } from '#platform/feature.ts';
import { createDownloadHeaders, NO_STORE_HEADERS } from '#platform/http/download-headers.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { getContactForm, createContactChallenge, sendMessage } from './actions/contact-form.ts';
import { attachFile, getMessageByUploadToken, openMessageFile } from './actions/files.ts';
import { replyToMessage, transitionMessage, getMessageDto, deleteMessageByOwner } from './actions/inbox.ts';
import { contactContract } from './contract/index.ts';
import { MAX_FILE_BYTES } from './contract/limits.ts';
import { countMessages, getInboxCounts, listMessages } from './queries/inbox.ts';
import { markMessageRead } from './queries/messages.ts';

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
  markMessageRead: contact.markMessageRead.handler(async ({ context, input: { id } }) => {
    await markMessageRead(context.db, id, toDate(context.now()));
    return { id };
  }),
  transitionMessage: contact.transitionMessage.handler(inTransaction(transitionMessage)),
  replyToMessage: contact.replyToMessage.handler(inTransaction(replyToMessage)),
  deleteMessage: contact.deleteMessage.handler(inTransaction(deleteMessageByOwner)),
});

/** Serves the files of messages to the owner, always as downloads and never inline. */
export function registerContactRoutes(
  app: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<ApiContext>,
): void {
  app.get<{ Params: { id: string } }>('/dashboard/inbox/:id/file', async (request, reply) => {
    reply.headers(NO_STORE_HEADERS);
    const context = await contextOf(request);
    authorize(context.actor, contactHandlers.getMessage);
    if (!/^\d{1,9}$/.test(request.params.id)) throw createDefaultError('NOT_FOUND');
    const { name, file } = await openMessageFile(context, Number(request.params.id));
    return reply.headers(createDownloadHeaders(name, file.bytes)).send(file.stream);
  });
}

const UPLOAD_RATE_LIMIT: RateLimit = { name: 'contact files', maxAttempts: 20, windowSeconds: 3600 };

/** The visitor who has just sent a message uploads its file. */
export const contactUploads: readonly UploadEndpoint[] = [
  {
    endpoint: contactContract.uploadFile,
    types: ['*'],
    maxBytes: MAX_FILE_BYTES,
    wrongType: 'Send the file as the request body.',
    tooLarge: 'This file is larger than 10 MB. Include a link to it in your message instead.',
    async authorize(contexts, request) {
      const context = contexts.createAnonymous(request);
      await consumeRateLimit(context.db, UPLOAD_RATE_LIMIT, context.client.network, context.now());
      const { upload = '' } = request.params as { upload?: string };
      await getMessageByUploadToken(context.db, context, upload);
    },
  },
];
