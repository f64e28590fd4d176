import type { FastifyInstance, FastifyRequest } from 'fastify';
import { makeDocument } from '#features/site/actions/sections.ts';
import { siteHandlers } from '#features/site/handlers.ts';
import { fieldsOf, shapeOf } from '#features/site/rules/section-definitions.ts';
import { readEditForm } from '#features/site/rules/forms.ts';
import { documentKeys } from '#features/site/contract/content.ts';
import { checkAccess } from '#platform/api/access.ts';
import { bareStyleHash, writeBareDocument } from '#platform/pages/html-document.ts';
import { sendPage, type WrittenPage } from '#platform/pages/page-cache.ts';
import { AppError } from '#shared/errors.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { isRead, type PageOptions, refuseAsPage, renderPage, writePage } from './page-routes.ts';

/** As much as a legal text can have, in percent code. */
const LARGEST_FORM = 512 * 1024;

/**
 * Shows the owner a public page as everybody would have it with a document that is not saved yet. The document's form
 * comes as it is, with the page's address; the answer may stand in a frame of ours, and nobody keeps it.
 */
export async function registerPreview(app: FastifyInstance, options: PageOptions): Promise<void> {
  await app.register(async forms => {
    forms.setErrorHandler((error, request, reply) => refuseAsPage(error, request, reply));
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LARGEST_FORM },
      async (_request: FastifyRequest, body: string) => body,
    );
    forms.post<{ Body: string | undefined }>(dashboardPaths.preview, async (request, reply) => {
      const { actor } = await options.contexts.forCaller(request);
      checkAccess(actor, siteHandlers.saveDocument);
      const form = new Map(new URLSearchParams(request.body ?? ''));
      const page = form.get('page') ?? '';
      const key = documentKeys.find(known => known === form.get('document'));
      if (!key || !isRead(page)) throw new AppError('BAD_REQUEST', 'There is nothing to look at here.');
      const previewFor = actor.role === 'visitor' ? '' : actor.userId;
      const preview = await makePreview(request, { page, key, form, previewFor }, options);
      reply.hijack();
      await sendPage(request.raw, reply.raw, preview);
      return reply;
    });
  });
}

interface Asked {
  readonly page: string;
  readonly key: (typeof documentKeys)[number];
  readonly form: ReadonlyMap<string, string>;
  readonly previewFor: string;
}

async function makePreview(request: FastifyRequest, { page, key, form, previewFor }: Asked, options: PageOptions) {
  const visitor = options.contexts.forAnyone(request);
  const shape = shapeOf(key);
  const draft = await makeDocument(visitor.db, key, readEditForm(form, fieldsOf(shape), shape.entry !== undefined), {
    dist: visitor.dist,
    previewFor,
  }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'BAD_REQUEST') return error;
    throw error;
  });
  if (draft instanceof AppError) return makeWaiting(draft, request.id);
  const context = { ...visitor, siteDraft: { key, value: draft } };
  const rendering = await renderPage(request, page, context, new Set(), options);
  return writePage(rendering, { keep: false, read: true, framing: false, preview: true }, options);
}

/** In place of the page while the document cannot be saved: what is typed halfway is no error. */
function makeWaiting(refusal: AppError, requestId: string): WrittenPage {
  const html = writeBareDocument('The preview waits', refusal.message, requestId).replace(
    '<html lang="en">',
    '<html lang="en" data-waits="">',
  );
  return {
    status: 200,
    html,
    headers: {
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; frame-ancestors 'self'; style-src ${bareStyleHash}`,
    },
  };
}
