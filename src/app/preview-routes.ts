import type { FastifyInstance, FastifyRequest } from 'fastify';
import { buildSection, siteHandlers, getSectionDefinition, parseSectionFormData } from '#features/site/index.ts';
import { sectionKeys } from '#features/site/contract/content.ts';
import { authorize } from '#platform/api/access.ts';
import { FALLBACK_STYLE_HASH, renderFallbackDocument } from '#platform/pages/html-document.ts';
import { sendUncachedPage, type PageResponse } from '#platform/pages/page-cache.ts';
import { AppError } from '#shared/errors.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { type PageOptions, sendErrorPage, renderPage, createPageResponse } from './page-routes.ts';
import { sitePages } from './site-pages.ts';

/** Bytes; fits the longest legal text with percent-encoding. */
const MAX_FORM_BYTES = 512 * 1024;

/**
 * Shows the owner a public page with an unsaved site section. Receives the section's form with the page's URL; the
 * response may be framed by this site and is never cached.
 */
export async function registerSectionPreview(app: FastifyInstance, options: PageOptions): Promise<void> {
  await app.register(async forms => {
    forms.setErrorHandler(sendErrorPage);
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      async (_request: FastifyRequest, body: string) => body,
    );
    forms.post<{ Body: string | undefined }>(dashboardPaths.sitePreview, async (request, reply) => {
      const { actor } = await options.contexts.createForCaller(request);
      authorize(actor, siteHandlers.updateSection);
      const form = new Map(new URLSearchParams(request.body ?? ''));
      const page = form.get('page') ?? '';
      const key = sectionKeys.find(known => known === form.get('document'));
      if (!key || sitePages.find(page)?.audience !== 'reader')
        throw new AppError('BAD_REQUEST', 'This page can’t be previewed.');
      const previewFor = actor.role === 'visitor' ? '' : actor.userId;
      const preview = await renderPreview(request, { page, key, form, previewFor }, options);
      reply.hijack();
      await sendUncachedPage(request.raw, reply.raw, preview);
      return reply;
    });
  });
}

interface PreviewRequest {
  readonly page: string;
  readonly key: (typeof sectionKeys)[number];
  readonly form: ReadonlyMap<string, string>;
  readonly previewFor: string;
}

async function renderPreview(
  request: FastifyRequest,
  { page, key, form, previewFor }: PreviewRequest,
  options: PageOptions,
) {
  const visitor = options.contexts.createAnonymous(request);
  const value = parseSectionFormData(form, getSectionDefinition(key));
  const draft = await buildSection(visitor.db, key, value, { previewFor }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'BAD_REQUEST') return error;
    throw error;
  });
  if (draft instanceof AppError) return renderInvalidPreview(draft, request.id);
  const context = { ...visitor, siteSectionDraft: { key, value: draft } };
  const rendering = await renderPage(request, page, context, options);
  return createPageResponse(rendering, { isPreview: true }, options);
}

/** Shown while the section is invalid: incomplete input isn't an error. */
function renderInvalidPreview(error: AppError, requestId: string): PageResponse {
  const html = renderFallbackDocument('Preview paused', error.message, requestId).replace(
    '<html lang="en">',
    '<html lang="en" data-waits="">',
  );
  return {
    status: 200,
    html,
    headers: {
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; frame-ancestors 'self'; style-src ${FALLBACK_STYLE_HASH}`,
    },
  };
}
