import type { ReactNode } from 'react';
import type { MailWriters } from '#shared/emails.ts';
import { colors } from '#ui/email/email-styles.ts';
import { MailButton, MailHeading, MailNote, MailText } from '#ui/email/EmailComponents.tsx';

/** Links are absolute. */
interface NewsletterMails {
  /** To whoever may have asked for the newsletter. */
  confirmSubscription: { link: string; days: number };
  /** To who has it already and asked again; `link` opens their preferences. */
  alreadySubscribed: { link: string };
  /** An issue, its text as safe HTML for mails. The link is null in a test, which goes to the owner alone. */
  newsletterIssue: {
    subject: string;
    preview: string;
    html: string;
    /** The plain-text version. */
    text: string;
    preferencesLink: string | null;
    /** A picture that nobody sees, where openings are counted. */
    openingPicture: string | null;
  };
}

declare module '#shared/emails.ts' {
  interface MailTemplates extends NewsletterMails {}
}

/** The mails of the newsletter. */
export const newsletterMails: MailWriters<keyof NewsletterMails, ReactNode> = {
  confirmSubscription: ({ link, days }, site) => ({
    subject: `Please confirm the newsletter of ${site.name}`,
    preheader: 'One press, and you get it. Without it, you get nothing.',
    body: (
      <>
        <MailHeading>Do you want the newsletter?</MailHeading>
        <MailText>
          Somebody, most likely you, entered this address at the site of {site.name}. Confirm it, and new posts and news
          come to you by mail.
        </MailText>
        <MailButton href={link} label="Yes, I want it" />
        <MailNote>
          The link works for {days} days, once. It was not you? Then you need do nothing: without your confirmation you
          get no newsletter, and the address is erased after {days} days.
        </MailNote>
      </>
    ),
  }),
  alreadySubscribed: ({ link }, site) => ({
    subject: `You have the newsletter of ${site.name} already`,
    preheader: 'Nothing was changed.',
    body: (
      <>
        <MailHeading>You are subscribed already</MailHeading>
        <MailText>
          Somebody, most likely you, entered this address at the site of {site.name} once more. It has the newsletter
          already, so nothing was changed.
        </MailText>
        <MailButton href={link} label="See my preferences" />
        <MailNote>There you choose what you get, or unsubscribe.</MailNote>
      </>
    ),
  }),
  newsletterIssue: ({ subject, preview, html, text, preferencesLink, openingPicture }, site) => {
    const around = (content: ReactNode) => (
      <>
        <MailHeading>{subject}</MailHeading>
        {content}
        {openingPicture && <img src={openingPicture} width={1} height={1} alt="" />}
        <div style={{ margin: '40px 0 0' }}>
          {preferencesLink ? (
            <MailNote>
              You get this because you subscribed to the newsletter of {site.name}.{' '}
              <a href={preferencesLink} style={{ color: 'inherit' }}>
                Choose what you get, or unsubscribe
              </a>
              .
            </MailNote>
          ) : (
            <MailNote>
              This is a test, sent to you alone. In its place subscribers find the link to their preferences, where they
              unsubscribe.
            </MailNote>
          )}
        </div>
      </>
    );
    return {
      subject,
      preheader: preview,
      body: around(
        <div className="ink" style={{ color: colors.light.ink }} dangerouslySetInnerHTML={{ __html: html }} />,
      ),
      longText: { plain: text, around },
    };
  },
};
