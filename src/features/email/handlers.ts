import { implement } from '@orpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { authorize } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { inTransaction } from '#platform/api/in-transaction.ts';
import { totalOf } from '#platform/database/counting.ts';
import { toContentDisposition } from '#platform/http/download-headers.ts';
import { EMAIL_CSP } from '#platform/http/security-headers.ts';
import { AppError } from '#shared/errors.ts';
import { pageOf } from '#shared/lists.ts';
import { getDelivery, resendEmail, sendTestEmail } from './actions.ts';
import { emailContract } from './contract.ts';
import { countEmails, getEmail, listEmailAttachments, listEmails } from './queries.ts';

const mail = implement(emailContract).$context<ApiContext>();

export const emailHandlers = mail.router({
  list: mail.list.handler(async ({ context, input }) => {
    const items = await listEmails(context.db, input);
    return pageOf(input, items, await totalOf(input, items, () => countEmails(context.db, input)));
  }),
  get: mail.get.handler(({ context, input }) => getEmail(context.db, input.id)),
  resend: mail.resend.handler(inTransaction(resendEmail)),
  sendTest: mail.sendTest.handler(({ context }) => sendTestEmail(context)),
  getDeliveryStatus: mail.getDeliveryStatus.handler(({ context }) => getDelivery(context)),
});

/** Serves the owner the emails as mail programs show them. */
export function registerEmailRoutes(
  app: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<ApiContext>,
): void {
  app.get<{ Params: { id: string } }>('/dashboard/outbox/:id/content', async (request, reply) => {
    const context = await contextOf(request);
    authorize(context.actor, emailHandlers.get);
    return sendMailContent(context, request.params.id, reply);
  });
  app.get<AttachmentRoute>('/dashboard/outbox/:id/attachments/:place', async (request, reply) => {
    const context = await contextOf(request);
    authorize(context.actor, emailHandlers.get);
    return sendMailAttachment(context, request.params, reply);
  });
}

interface AttachmentRoute {
  Params: { id: string; place: string };
}

/** Sends a file attached to an email. Throws NOT_FOUND. */
export async function sendMailAttachment(
  { db, files }: Pick<ApiContext, 'db' | 'files'>,
  params: AttachmentRoute['Params'],
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  const id = z.uuid().safeParse(params.id);
  const attachment = id.success ? (await listEmailAttachments(db, id.data))[Number(params.place)] : undefined;
  const bytes = attachment && (await files.read(attachment.storageKey));
  if (!bytes) throw new AppError('NOT_FOUND', 'This file doesn’t exist.');
  const { name, contentType } = attachment;
  return reply.headers({ 'content-type': contentType, 'content-disposition': toContentDisposition(name) }).send(bytes);
}

/** Sends an email's HTML, with links that open outside its frame. Throws NOT_FOUND. */
export async function sendMailContent(
  { db, siteUrl }: Pick<ApiContext, 'db' | 'siteUrl'>,
  mailId: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const id = z.uuid().safeParse(mailId);
  const { html } = id.success ? await getEmail(db, id.data) : { html: null };
  if (html === null) throw new AppError('NOT_FOUND', 'This email doesn’t exist or its content was deleted.');
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // The media library's images only: loading the pixel that counts opens would count one.
      'content-security-policy': `${EMAIL_CSP}; img-src ${siteUrl}/media/pictures/`,
    })
    .send(html.replace('<head>', '<head><base target="_blank">'));
}
