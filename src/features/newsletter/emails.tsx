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
    /** Invisible picture that counts opens; null without tracking. */
    trackingPixelUrl: string | null;
  };
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends NewsletterMails {}
}

export const newsletterEmails: EmailTemplateRenderers<keyof NewsletterMails, ReactNode> = {
  newsletter_confirmation: ({ days, ...to }, site) =>
    composeEmail(to, {
      subject: `Confirm your subscription to ${site.name}’s newsletter`,
      preheader: 'You won’t get the newsletter until you confirm.',
      heading: 'Confirm your subscription',
      text: (
        <EmailText>
          This email address was used to sign up for {site.name}’s newsletter. Confirm your subscription to get new
          posts and news by email.
        </EmailText>
      ),
      button: 'Confirm subscription',
      note: (
        <EmailNote>
          This link works once and expires in {days} days. If you didn’t sign up, ignore this email. You won’t get the
          newsletter, and your address will be deleted after {days} days.
        </EmailNote>
      ),
    }),
  newsletter_already_subscribed: (to, site) =>
    composeEmail(to, {
      subject: `You’re already subscribed to ${site.name}’s newsletter`,
      preheader: 'Nothing has changed.',
      heading: 'You’re already subscribed',
      text: (
        <EmailText>
          This email address was used to sign up for {site.name}’s newsletter again. You’re already subscribed, so
          nothing has changed.
        </EmailText>
      ),
      button: 'Manage preferences',
      note: 'You can change your topics or unsubscribe at any time.',
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
              You’re getting this email because you subscribed to {site.name}’s newsletter.{' '}
              <a href={preferencesUrl} style={{ color: 'inherit' }}>
                Change your preferences or unsubscribe
              </a>
              .
            </EmailNote>
          ) : (
            <EmailNote>
              This is a test email, sent only to you. Here, subscribers see a link to change their preferences or
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
