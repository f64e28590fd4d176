import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';
import { accountsMails } from '#features/auth/emails.tsx';
import { billingMails } from '#features/billing/emails.tsx';
import { bookingsMails } from '#features/bookings/emails.tsx';
import { commentsMails } from '#features/comments/emails.tsx';
import { contactMails } from '#features/contact/emails.tsx';
import { newsletterMails } from '#features/newsletter/emails.tsx';
import { ordersMails } from '#features/orders/mails/orders.tsx';
import { reminderMails } from '#features/orders/mails/reminders.tsx';
import { testimonialsMails } from '#features/orders/mails/testimonials.tsx';
import { paymentsMails } from '#features/payments/emails.tsx';
import { profilesMails } from '#features/profile/emails.tsx';
import { publishingMails } from '#features/publishing/emails.tsx';
import type { MailContent, MailName, MailSite, MailTemplates, MailWriters, WrittenMail } from '#shared/emails.ts';
import { MailLayout } from '#ui/email/EmailLayout.tsx';

/** Every feature's templates. */
const writers: MailWriters<MailName, ReactNode> = {
  ...accountsMails,
  ...profilesMails,
  ...publishingMails,
  ...commentsMails,
  ...ordersMails,
  ...billingMails,
  ...reminderMails,
  ...paymentsMails,
  ...testimonialsMails,
  ...contactMails,
  ...bookingsMails,
  ...newsletterMails,
};

/** Writes a mail from its template, as HTML and as plain text. */
export function writeMail<Name extends MailName>(
  template: Name,
  props: MailTemplates[Name],
  site: MailSite,
): Promise<WrittenMail> {
  return renderMail(writers[template](props, site), site);
}

/** Placeholder in a frame's plain text for a text that is converted separately. */
const TEXT_PLACE = '\uE000';

/** Puts a mail's content into the frame of all mails. Line breaks and control characters leave its subject. */
export async function renderMail(content: MailContent<ReactNode>, site: MailSite): Promise<WrittenMail> {
  const subject = content.subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const framed = (body: ReactNode) =>
    renderToStaticMarkup(
      <MailLayout subject={subject} preheader={content.preheader} site={site}>
        {body}
      </MailLayout>,
    );
  // Loaded with the first email.
  const { plainText } = await import('#platform/text/plain-text.ts');
  const html = `<!doctype html>\n${framed(content.body)}`;
  const { longText } = content;
  const text = longText
    ? plainText(framed(longText.around(<p>{TEXT_PLACE}</p>))).replace(TEXT_PLACE, () => longText.plain)
    : plainText(html);
  return { subject, html, text: `${text}\n` };
}
