import { getEmailSite } from '#features/email/index.ts';
import { prepareMailPictures } from '#features/media/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { renderMail } from '#platform/text/render-text.ts';
import { newsletterPaths } from '#shared/newsletter-paths.ts';
import { paths } from '#shared/paths.ts';
import { textClasses, textStyles } from '#ui/email/email-styles.ts';
import type { IssueRow } from '../queries/issues.ts';
import { deriveClickToken, deriveOpenToken } from '../rules/signed-links.ts';

type RenderingServices = Pick<ApiServices, 'dist' | 'files' | 'siteUrl' | 'encryption'>;

type IssueToRender = Pick<IssueRow, 'id' | 'subject' | 'previewText' | 'markdown' | 'isTrackingEnabled'>;

export type SentIssue = Awaited<ReturnType<typeof renderIssueEmail>>;

/**
 * Renders the parts of an issue that all recipients share. With tracking, only links to this site are rewritten;
 * external links stay as they are, so this site is never an open redirect. Call it outside any transaction, since the
 * file store may be remote.
 */
export async function renderIssueEmail(services: RenderingServices, issue: IssueToRender) {
  const { dist, files, siteUrl } = services;
  const { id, subject, previewText, markdown, isTrackingEnabled } = issue;
  const counted = (href: string) => {
    const address = new URL(href);
    if (address.origin !== siteUrl) return href;
    const path = address.pathname + address.search + address.hash;
    return siteUrl + newsletterPaths.trackedLink(id, deriveClickToken(services, id, path), path);
  };
  const pictures = await prepareMailPictures(files, markdown);
  const mail = {
    siteUrl,
    pictures: new Map([...pictures].map(([key, { path, width }]) => [key, { src: siteUrl + path, width }])),
    styles: textStyles,
    classes: textClasses,
  };
  const plain = await renderMail(markdown, mail, { dist });
  const links = new Map(plain.links.map(href => [href, counted(href)]));
  const { html, text } = isTrackingEnabled ? await renderMail(markdown, { ...mail, links }, { dist }) : plain;
  const trackingPixelUrl = isTrackingEnabled
    ? siteUrl + newsletterPaths.openPixel(id, deriveOpenToken(services, id))
    : null;
  return { subject, previewText, html, text, trackingPixelUrl };
}

/** Renders an issue with a placeholder preferences link; opening the preview is not tracked. */
export async function renderIssuePreview(
  db: Db,
  services: RenderingServices & Pick<ApiServices, 'renderEmail'>,
  issue: IssueToRender,
): Promise<string> {
  const rendered = await renderIssueEmail(services, { ...issue, isTrackingEnabled: false });
  const props = { ...rendered, preferencesUrl: services.siteUrl + paths.newsletter };
  const { html } = await services.renderEmail('newsletter_issue', props, await getEmailSite(db, services.siteUrl));
  return html;
}
