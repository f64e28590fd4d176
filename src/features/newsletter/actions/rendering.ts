import { findMailSite } from '#features/mail/actions.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { renderMailText } from '#platform/text/mail-text.ts';
import { newsletterPaths } from '#shared/newsletter-paths.ts';
import { textClasses, textStyles } from '#ui/mail/mail-style.ts';
import type { IssueRow } from '../queries/issues.ts';
import { clickPurpose, openingPurpose } from '../rules/links.ts';

type RenderingServices = Pick<ApiServices, 'siteUrl' | 'sealer'>;

/** What of an issue its mail is made from. */
export type RenderedIssue = Pick<IssueRow, 'id' | 'subject' | 'preview' | 'markdown' | 'countsReading'>;

/**
 * What is the same in everybody's mail of an issue. Where reading is counted, links to pages of this site go by way of a
 * count; what leads elsewhere stays as it is, so that nothing of the site's leads to strangers.
 */
export async function renderIssue({ siteUrl, sealer }: RenderingServices, issue: RenderedIssue) {
  const { id, subject, preview, markdown, countsReading } = issue;
  const counted = (address: URL) => {
    if (address.origin !== siteUrl) return address.href;
    const path = address.pathname + address.search + address.hash;
    return siteUrl + newsletterPaths.click(id, sealer.derive(clickPurpose(id, path)), path);
  };
  const html = await renderMailText(markdown, {
    siteUrl,
    styles: textStyles,
    classes: textClasses,
    ...(countsReading ? { link: counted } : {}),
  });
  const openingPicture = countsReading
    ? siteUrl + newsletterPaths.opening(id, sealer.derive(openingPurpose(id)))
    : null;
  return { subject, preview, html, openingPicture };
}

/** An issue as its mail looks, without anybody's links; opening it counts for nothing. */
export async function lookOfIssue(
  db: Db,
  services: RenderingServices & Pick<ApiServices, 'writeMail'>,
  issue: RenderedIssue,
): Promise<string> {
  const rendered = await renderIssue(services, { ...issue, countsReading: false });
  const site = await findMailSite(db, services.siteUrl);
  return (await services.writeMail('newsletterIssue', { ...rendered, preferencesLink: null }, site)).html;
}
