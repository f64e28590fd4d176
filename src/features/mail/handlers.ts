import { implement } from '@orpc/server';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ApiContext, ApiServices } from '#platform/api/context.ts';
import { mailPolicy } from '#platform/http/security-headers.ts';
import { sentenceFor } from '#platform/api/errors.ts';
import { AppError } from '#shared/errors.ts';
import { resendMail } from './actions.ts';
import { mailContract } from './contract.ts';
import { countMails, getMail, listMails } from './queries.ts';

const mail = implement(mailContract).$context<ApiContext>();

/** Everybody may read the mails of a site on their own machine; elsewhere there is nothing at these addresses. */
function checkLocal(context: ApiContext): void {
  if (!context.local) throw new AppError('NOT_FOUND', sentenceFor('NOT_FOUND'));
}

/** On a local site, shows a mail as mail programs do. Its links open outside the frame that it stands in. */
export function registerDeveloperMail(app: FastifyInstance, services: Pick<ApiServices, 'db' | 'local'>): void {
  if (!services.local) return;
  app.get<{ Params: { id: string } }>('/dev/mail/:id/content', async (request, reply) => {
    const id = z.uuid().safeParse(request.params.id);
    const { html } = id.success ? await getMail(services.db, id.data) : { html: null };
    if (html === null) throw new AppError('NOT_FOUND', 'There is no such mail, or its text was erased.');
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': mailPolicy,
      })
      .send(html.replace('<head>', '<head><base target="_blank">'));
  });
}

export const mailHandlers = mail.router({
  list: mail.list.handler(async ({ context, input }) => {
    const [items, total] = await Promise.all([listMails(context.db, input), countMails(context.db, input)]);
    return { items, total, page: input.page, pageSize: input.pageSize };
  }),
  byId: mail.byId.handler(({ context, input }) => getMail(context.db, input.id)),
  resend: mail.resend.handler(({ context, input }) =>
    context.db.transaction(async tx => {
      await resendMail(tx, context, input.id);
      const { html: _html, text: _text, ...line } = await getMail(tx, input.id);
      return line;
    }),
  ),
  developerList: mail.developerList.handler(async ({ context }) => {
    checkLocal(context);
    return { items: await listMails(context.db, { page: 1, pageSize: 50 }) };
  }),
  developerById: mail.developerById.handler(({ context, input }) => {
    checkLocal(context);
    return getMail(context.db, input.id);
  }),
});
