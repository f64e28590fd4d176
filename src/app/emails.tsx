import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';
import { authEmails } from '#features/auth/emails.tsx';
import { billingEmails } from '#features/billing/emails.tsx';
import { bookingsEmails } from '#features/bookings/lifecycle/emails.tsx';
import { commentsEmails } from '#features/comments/emails.tsx';
import { contactEmails } from '#features/contact/emails.tsx';
import { emailEmails } from '#features/email/emails.tsx';
import { newsletterEmails } from '#features/newsletter/emails.tsx';
import { orderEmails } from '#features/orders/lifecycle/emails.tsx';
import { cardEmails } from '#features/orders/saved-card/emails.tsx';
import { reminderEmails } from '#features/orders/reminders/emails.tsx';
import { statusEmails } from '#features/status/emails.tsx';
import { testimonialEmails } from '#features/testimonials/emails.tsx';
import { paymentEmails } from '#features/payments/emails.tsx';
import { publishingEmails } from '#features/publishing/emails.tsx';
import type {
  EmailContent,
  EmailTemplateName,
  EmailSite,
  EmailTemplates,
  EmailTemplateRenderers,
  RenderedEmail,
} from '#shared/emails.ts';
import { EmailLayout } from '#ui/email/EmailLayout.tsx';

/** Every feature's templates. */
const emailTemplates: EmailTemplateRenderers<EmailTemplateName, ReactNode> = {
  ...authEmails,
  ...publishingEmails,
  ...commentsEmails,
  ...orderEmails,
  ...billingEmails,
  ...cardEmails,
  ...reminderEmails,
  ...paymentEmails,
  ...testimonialEmails,
  ...contactEmails,
  ...bookingsEmails,
  ...newsletterEmails,
  ...emailEmails,
  ...statusEmails,
};

/** Renders an email template as HTML and plain text. */
export function renderEmailTemplate<Name extends EmailTemplateName>(
  template: Name,
  props: EmailTemplates[Name],
  site: EmailSite,
): Promise<RenderedEmail> {
  return renderEmail(emailTemplates[template](props, site), site);
}

/** Placeholder in the layout's plain text for content that is converted separately. */
const TEXT_SLOT = '\uE000';

/** Renders an email in the common layout. Removes line breaks and control characters from the subject. */
export async function renderEmail(content: EmailContent<ReactNode>, site: EmailSite): Promise<RenderedEmail> {
  const subject = content.subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const render = (body: ReactNode) =>
    renderToStaticMarkup(
      <EmailLayout subject={subject} preheader={content.preheader} language={content.language} site={site}>
        {body}
      </EmailLayout>,
    );
  // Loaded with the first email.
  const { plainText } = await import('#platform/text/plain-text.ts');
  const html = `<!doctype html>\n${render(content.body)}`;
  const { longText } = content;
  const text = longText
    ? plainText(render(longText.wrap(<p>{TEXT_SLOT}</p>))).replace(TEXT_SLOT, () => longText.plain)
    : plainText(html);
  return { subject, html, text: `${text}\n` };
}
