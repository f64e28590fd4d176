import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';
import { accountsMails } from '#features/accounts/mails.tsx';
import { billingMails } from '#features/billing/mails.tsx';
import { bookingsMails } from '#features/bookings/mails.tsx';
import { commentsMails } from '#features/comments/mails.tsx';
import { contactMails } from '#features/contact/mails.tsx';
import { newsletterMails } from '#features/newsletter/mails.tsx';
import { ordersMails } from '#features/orders/mails/orders.tsx';
import { reminderMails } from '#features/orders/mails/reminders.tsx';
import { testimonialsMails } from '#features/orders/mails/testimonials.tsx';
import { paymentsMails } from '#features/payments/mails.tsx';
import { profilesMails } from '#features/profiles/mails.tsx';
import { publishingMails } from '#features/publishing/mails.tsx';
import type { MailContent, MailName, MailSite, MailTemplates, MailWriters, WrittenMail } from '#shared/mails.ts';
import { MailLayout } from '#ui/mail/MailLayout.tsx';

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

/** Puts a mail's content into the frame of all mails. Line breaks and control characters leave its subject. */
export async function renderMail(content: MailContent<ReactNode>, site: MailSite): Promise<WrittenMail> {
  const subject = content.subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const markup = renderToStaticMarkup(
    <MailLayout subject={subject} preheader={content.preheader} site={site}>
      {content.body}
    </MailLayout>,
  );
  const html = `<!doctype html>\n${markup}`;
  return { subject, html, text: await asText(html) };
}

async function asText(html: string): Promise<string> {
  const { convert } = await import('html-to-text');
  const text = convert(html, {
    wordwrap: 76,
    formatters: {
      // The address stands below a button anyway: what it does introduces that.
      buttonLabel: (element, walk, builder) => {
        builder.openBlock({ leadingLineBreaks: 2 });
        walk(element.children, builder);
        builder.addInline(':');
        builder.closeBlock({ trailingLineBreaks: 1 });
      },
      rule: (element, walk, builder) => {
        builder.openBlock({ leadingLineBreaks: 3 });
        builder.addLiteral('-- ');
        builder.closeBlock({ trailingLineBreaks: 1 });
        builder.openBlock({ leadingLineBreaks: 1 });
        walk(element.children, builder);
        builder.closeBlock({ trailingLineBreaks: 1 });
      },
    },
    // Selectors know no descendants here.
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
      { selector: 'h1', options: { uppercase: false } },
      { selector: '.preheader', format: 'skip' },
      { selector: '.site-name', format: 'skip' },
      { selector: '.plain-intro', format: 'skip' },
      { selector: '.button', format: 'buttonLabel' },
      { selector: 'a.label', format: 'inline' },
      { selector: '.foot', format: 'rule' },
    ],
  });
  return `${text.trim()}\n`;
}
