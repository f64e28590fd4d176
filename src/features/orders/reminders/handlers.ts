import type { FastifyInstance } from 'fastify';
import { requireRole } from '#platform/api/access.ts';
import type { RouteOptions } from '#platform/feature.ts';
import { NO_STORE_HEADERS } from '#platform/http/download-headers.ts';
import { EMAIL_CSP } from '#platform/http/security-headers.ts';
import { AppError } from '#shared/errors.ts';
import { renderReminderPreview } from './actions.ts';
import { isReminderPreview } from './rules.ts';

/** Serves the owner examples of the payment reminders, as mail programs show them. */
export function registerReminderRoutes(app: FastifyInstance, { contexts }: RouteOptions): void {
  type Preview = { Params: { name: string }; Querystring: { client?: string } };
  app.get<Preview>('/dashboard/reminders/preview/:name', async (request, reply) => {
    reply.headers(NO_STORE_HEADERS);
    await requireRole(contexts, request, 'owner');
    const { name } = request.params;
    const { client } = request.query;
    const isClientKnown = client === undefined || /^\d{1,9}$/.test(client);
    if (!isReminderPreview(name) || !isClientKnown) throw new AppError('NOT_FOUND', 'This email doesn’t exist.');
    const context = await contexts.createForCaller(request);
    const { html } = await renderReminderPreview(context, name, client === undefined ? undefined : Number(client));
    return reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': EMAIL_CSP })
      .send(html.replace('<head>', '<head><base target="_blank">'));
  });
}
