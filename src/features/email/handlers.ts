import { implement } from '@orpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { checkAccess } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { totalOf } from '#platform/database/counting.ts';
import { attachmentNamed } from '#platform/http/download-headers.ts';
import { mailPolicy } from '#platform/http/security-headers.ts';
import { AppError } from '#shared/errors.ts';
import { pageOf } from '#shared/lists.ts';
import { getDelivery, resendMail } from './actions.ts';
import { mailContract } from './contract.ts';
import { countMails, getMail, listAttachments, listMails } from './queries.ts';

const mail = implement(mailContract).$context<ApiContext>();

export const mailHandlers = mail.router({
  list: mail.list.handler(async ({ context, input }) => {
    const items = await listMails(context.db, input);
    return pageOf(input, items, await totalOf(input, items, () => countMails(context.db, input)));
  }),
  byId: mail.byId.handler(({ context, input }) => getMail(context.db, input.id)),
  resend: mail.resend.handler(({ context, input }) =>
    context.db.transaction(async tx => {
      await resendMail(tx, context, input.id);
      const {
        html: _html,
        text: _text,
        replyTo: _to,
        calendar: _date,
        attachments: _files,
        ...line
      } = await getMail(tx, input.id);
      return line;
    }),
  ),
  delivery: mail.delivery.handler(({ context }) => getDelivery(context)),
});

/** Serves the owner the emails as mail programs show them. */
export function registerMails(app: FastifyInstance, contextOf: (request: FastifyRequest) => Promise<ApiContext>): void {
  app.get<{ Params: { id: string } }>('/dashboard/outbox/:id/content', async (request, reply) => {
    const context = await contextOf(request);
    checkAccess(context.actor, mailHandlers.byId);
    return sendMailContent(context, request.params.id, reply);
  });
  app.get<AttachmentAddress>('/dashboard/outbox/:id/attachments/:place', async (request, reply) => {
    const context = await contextOf(request);
    checkAccess(context.actor, mailHandlers.byId);
    return sendMailAttachment(context, request.params, reply);
  });
}

interface AttachmentAddress {
  Params: { id: string; place: string };
}

/** Sends a file attached to an email. Throws NOT_FOUND. */
export async function sendMailAttachment(
  { db, files }: Pick<ApiContext, 'db' | 'files'>,
  params: AttachmentAddress['Params'],
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  const id = z.uuid().safeParse(params.id);
  const attachment = id.success ? (await listAttachments(db, id.data))[Number(params.place)] : undefined;
  const bytes = attachment && (await files.read(attachment.file));
  if (!bytes) throw new AppError('NOT_FOUND', 'There is no such file.');
  const { name, type } = attachment;
  return reply.headers({ 'content-type': type, 'content-disposition': attachmentNamed(name) }).send(bytes);
}

/** Sends an email's HTML, with links that open outside its frame. Throws NOT_FOUND. */
export async function sendMailContent(
  { db }: Pick<ApiContext, 'db'>,
  mailId: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const id = z.uuid().safeParse(mailId);
  const { html } = id.success ? await getMail(db, id.data) : { html: null };
  if (html === null) throw new AppError('NOT_FOUND', 'There is no such mail, or its text was erased.');
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': mailPolicy,
    })
    .send(html.replace('<head>', '<head><base target="_blank">'));
}
