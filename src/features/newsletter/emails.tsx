import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { colors } from '#ui/email/email-styles.ts';
import { EmailHeading, EmailNote, EmailText } from '#ui/email/EmailComponents.tsx';
import { composeEmail } from '#ui/email/compose-email.tsx';

interface NewsletterMails {
  /** To an address for which the newsletter was requested. */
  newsletter_confirmation: { url: string; days: number };
  /** To a subscriber who asked again; the link opens their preferences. */
  newsletter_already_subscribed: { url: string };
  /** An issue as safe HTML for email. The preferences link is null in a test, which goes to the owner only. */
  newsletter_issue: {
    subject: string;
    previewText: string;
    html: string;
    /** The plain-text version. */
    text: string;
    preferencesUrl: string | null;
    /** Invisible picture that counts openings; null without tracking. */
    trackingPixelUrl: string | null;
  };
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends NewsletterMails {}
}

export const newsletterEmails: EmailTemplateRenderers<keyof NewsletterMails, ReactNode> = {
  newsletter_confirmation: ({ days, ...to }, site) =>
    composeEmail(to, {
      subject: `Please confirm the newsletter of ${site.name}`,
      preheader: 'One press, and you get it. Without it, you get nothing.',
      heading: 'Do you want the newsletter?',
      text: (
        <EmailText>
          Somebody, most likely you, entered this address at the site of {site.name}. Confirm it, and new posts and news
          come to you by mail.
        </EmailText>
      ),
      button: 'Yes, I want it',
      note: (
        <EmailNote>
          The link works for {days} days, once. It was not you? Then you need do nothing: without your confirmation you
          get no newsletter, and the address is erased after {days} days.
        </EmailNote>
      ),
    }),
  newsletter_already_subscribed: (to, site) =>
    composeEmail(to, {
      subject: `You have the newsletter of ${site.name} already`,
      preheader: 'Nothing was changed.',
      heading: 'You are subscribed already',
      text: (
        <EmailText>
          Somebody, most likely you, entered this address at the site of {site.name} once more. It has the newsletter
          already, so nothing was changed.
        </EmailText>
      ),
      button: 'See my preferences',
      note: 'There you choose what you get, or unsubscribe.',
    }),
  newsletter_issue: ({ subject, previewText, html, text, preferencesUrl, trackingPixelUrl }, site) => {
    const around = (content: ReactNode) => (
      <>
        <EmailHeading>{subject}</EmailHeading>
        {content}
        {trackingPixelUrl && <img src={trackingPixelUrl} width={1} height={1} alt="" />}
        <div style={{ margin: '40px 0 0' }}>
          {preferencesUrl ? (
            <EmailNote>
              You get this because you subscribed to the newsletter of {site.name}.{' '}
              <a href={preferencesUrl} style={{ color: 'inherit' }}>
                Choose what you get, or unsubscribe
              </a>
              .
            </EmailNote>
          ) : (
            <EmailNote>
              This is a test, sent to you alone. In its place subscribers find the link to their preferences, where they
              unsubscribe.
            </EmailNote>
          )}
        </div>
      </>
    );
    return {
      subject,
      preheader: previewText,
      body: around(
        <div className="ink" style={{ color: colors.light.ink }} dangerouslySetInnerHTML={{ __html: html }} />,
      ),
      longText: { plain: text, wrap: around },
    };
  },
};
