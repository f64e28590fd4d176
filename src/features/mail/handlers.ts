import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
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
