import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Email, EmailSummary } from '#features/email/contract.ts';
import { sendMailAttachment, sendMailContent } from '#features/email/handlers.ts';
import { getEmail, listEmails } from '#features/email/queries.ts';
import { getTimeZone } from '#features/site/queries.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Database } from '#platform/database/database.ts';
import type { DeveloperTools } from '#platform/http/developer-tools.ts';
import { escapeHtml } from '#platform/pages/html-document.ts';
import { buildAttachmentPath } from '#shared/dashboard-paths.ts';
import { AppError } from '#shared/errors.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { formatDateTime } from '#shared/time.ts';
import { guardRoutes } from './developer-routes.ts';
import { fakePagePolicy, renderFakePage, sendErrorPage } from './fake-page.ts';
import { fakePaths } from './paths.ts';

type MailRoute = { Params: { id: string } };
type AttachmentRoute = { Params: { id: string; place: string } };

/** Serves the site's emails, delivered or not, as pages and as JSON. */
export async function registerDeveloperMail(
  app: FastifyInstance,
  { services, developerTools }: { readonly services: ApiServices; readonly developerTools: DeveloperTools },
): Promise<void> {
  const { db } = services;
  const list = () => listEmails(db, { page: 1, pageSize: 50 });

  await app.register(async routes => {
    guardRoutes(routes, developerTools, { 'referrer-policy': 'no-referrer' });
    routes.get(`${API_PREFIX}/dev/emails`, async () => ({ items: await list() }));
    routes.get<MailRoute>(`${API_PREFIX}/dev/emails/:id`, ({ params }) => readMail(db, params.id));
    routes.get<MailRoute>(`${fakePaths.mail(':id')}/content`, ({ params }, reply) =>
      sendMailContent(services, params.id, reply),
    );
    routes.get<AttachmentRoute>(`${fakePaths.mail(':id')}/attachments/:place`, ({ params }, reply) =>
      sendMailAttachment(services, params, reply),
    );

    await routes.register(async pages => {
      pages.setErrorHandler(sendErrorPage);
      pages.addHook('onRequest', async (_request, reply) => {
        reply.headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': `${fakePagePolicy}; frame-src 'self'`,
        });
      });
      const timeZone = () => getTimeZone(db);
      pages.get(fakePaths.mails, async () => renderMails(await list(), await timeZone()));
      pages.get<MailRoute>(fakePaths.mail(':id'), async ({ params }) =>
        renderMail(await readMail(db, params.id), await timeZone()),
      );
    });
  });
}

function readMail(db: Database, id: string): Promise<Email> {
  if (!z.uuid().safeParse(id).success) throw new AppError('NOT_FOUND', 'This email doesn’t exist.');
  return getEmail(db, id);
}

function renderPage(title: string, main: string): string {
  const label = '<b>Emails from this site.</b> These pages only exist on a local site.';
  return renderFakePage({ title, label, main, wide: true });
}

function renderMails(mails: readonly EmailSummary[], timeZone: string): string {
  const rows = mails.map(
    mail =>
      `<li><h2><a href="${fakePaths.mail(mail.id)}">${escapeHtml(mail.subject)}</a></h2>${renderFacts(mail, timeZone)}</li>`,
  );
  return renderPage(
    'Emails',
    `<h1>Emails</h1>
<p class="soft">${
      mails.length > 0
        ? 'Newest first. Once an email is delivered, its codes and links are deleted.'
        : 'No emails yet. Emails that the site sends appear here.'
    }</p>
<ol>${rows.join('\n')}</ol>`,
  );
}

function renderMail(mail: Email, timeZone: string): string {
  const path = fakePaths.mail(mail.id);
  const attachments = mail.attachments.map(
    ({ name, sizeBytes }, index) =>
      `<li><a href="${buildAttachmentPath(path, index)}" download>${escapeHtml(name)}</a> <small>${Math.ceil(sizeBytes / 1024)} KB</small></li>`,
  );
  const links = listLinks(mail.html ?? '').map(
    link => `<li><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></li>`,
  );
  const content = mail.isContentDeleted
    ? '<p>The content was deleted because it included a code or link. This happens once the email is delivered, or after a day.</p>'
    : `${attachments.length > 0 ? `<h2>Attachments</h2><ul>${attachments.join('\n')}</ul>` : ''}
${mail.calendarInvite ? `<details><summary>Calendar invite (${mail.calendarInvite.method})</summary><pre>${escapeHtml(mail.calendarInvite.content)}</pre></details>` : ''}
<h2>Links</h2>
<ul>${links.join('\n')}</ul>
<h2>HTML</h2>
<iframe title="Email as HTML" src="${path}/content" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>Plain text</h2>
<pre>${escapeHtml(mail.text ?? '')}</pre>`;
  return renderPage(
    mail.subject,
    `<p><a href="${fakePaths.mails}">All emails</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
${renderFacts(mail, timeZone)}
${content}`,
  );
}

const states: Readonly<Record<EmailSummary['state'], string>> = {
  queued: 'Waiting to be sent',
  sent: 'Delivered',
  failed: 'Not delivered',
};

/** Renders recipient, time and delivery. */
function renderFacts(mail: EmailSummary & Partial<Pick<Email, 'replyTo'>>, timeZone: string): string {
  const facts = [
    `To ${mail.to.name} <${mail.to.email}>`,
    ...(mail.replyTo ? [`Reply to ${mail.replyTo.name} <${mail.replyTo.email}>`] : []),
    formatDateTime(mail.createdAt, timeZone),
    states[mail.state],
    ...(mail.attempts > 0 ? [mail.attempts === 1 ? '1 attempt' : `${mail.attempts} attempts`] : []),
    ...(mail.lastError ? [mail.lastError] : []),
  ];
  return `<p class="soft">${escapeHtml(facts.join(' · '))}</p>`;
}

/** Returns the URLs that an email links to, without duplicates. */
function listLinks(html: string): string[] {
  const urls = [...html.matchAll(/ href="(https?:[^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
  return [...new Set(urls)];
}
