import { getEmailSite } from '#features/email/actions.ts';
import { type MailPicture, prepareMailPictures } from '#features/media/actions/mail-pictures.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { renderMail } from '#platform/text/render-text.ts';
import { newsletterPaths } from '#shared/newsletter-paths.ts';
import { paths } from '#shared/paths.ts';
import { textClasses, textStyles } from '#ui/email/email-styles.ts';
import { getIssueMarkdown, type IssueRow } from '../queries/issues.ts';
import { getClickTokenPurpose, getOpenTokenPurpose } from '../rules/signed-links.ts';

type RenderingServices = Pick<ApiServices, 'dist' | 'siteUrl' | 'encryption'>;

/** What of an issue its mail is made from. */
export type IssueToRender = Pick<IssueRow, 'id' | 'subject' | 'preview' | 'markdown' | 'countsReading'>;

/** The pictures of an issue as its mails show them, by their ids. */
export type IssuePictures = ReadonlyMap<string, MailPicture>;

/** Makes them ready; outside of any transaction, since the store of files may be far away. Throws NOT_FOUND. */
export async function preparePictures(
  db: Db,
  { files }: Pick<ApiServices, 'files'>,
  id: number,
): Promise<IssuePictures> {
  return prepareMailPictures(files, await getIssueMarkdown(db, id));
}

/** The parts of an issue that are the same for every recipient. */
export type SentIssue = Awaited<ReturnType<typeof renderIssueEmail>>;

/**
 * What is the same in everybody's mail of an issue. Where reading is counted, links to pages of this site go by way of a
 * count; what leads elsewhere stays as it is, so that nothing of the site's leads to strangers.
 */
export async function renderIssueEmail(
  { dist, siteUrl, encryption }: RenderingServices,
  issue: IssueToRender,
  pictures: IssuePictures,
) {
  const { id, subject, preview: previewText, markdown, countsReading } = issue;
  const counted = (href: string) => {
    const address = new URL(href);
    if (address.origin !== siteUrl) return href;
    const path = address.pathname + address.search + address.hash;
    return siteUrl + newsletterPaths.trackedLink(id, encryption.deriveToken(getClickTokenPurpose(id, path)), path);
  };
  const mail = {
    siteUrl,
    pictures: new Map([...pictures].map(([key, { path, width }]) => [key, { src: siteUrl + path, width }])),
    styles: textStyles,
    classes: textClasses,
  };
  const plain = await renderMail(markdown, mail, { dist });
  const links = new Map(plain.links.map(href => [href, counted(href)]));
  const { html, text } = countsReading ? await renderMail(markdown, { ...mail, links }, { dist }) : plain;
  const trackingPixelUrl = countsReading
    ? siteUrl + newsletterPaths.openPixel(id, encryption.deriveToken(getOpenTokenPurpose(id)))
    : null;
  return { subject, previewText, html, text, trackingPixelUrl };
}

/** An issue as its mail looks, with a link of nobody's in place of that to preferences; opening it counts for nothing. */
export async function renderIssuePreview(
  db: Db,
  services: RenderingServices & Pick<ApiServices, 'renderEmail' | 'files'>,
  issue: IssueToRender,
): Promise<string> {
  const pictures = await preparePictures(db, services, issue.id);
  const rendered = await renderIssueEmail(services, { ...issue, countsReading: false }, pictures);
  const site = await getEmailSite(db, services.siteUrl);
  return (
    await services.renderEmail(
      'newsletterIssue',
      { ...rendered, preferencesUrl: services.siteUrl + paths.newsletter },
      site,
    )
  ).html;
}
