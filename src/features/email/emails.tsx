import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { composeEmail } from '#ui/email/compose-email.tsx';

interface EmailMails {
  /** To the owner, who asked for it. */
  test_email: { name: string };
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends EmailMails {}
}

export const emailEmails: EmailTemplateRenderers<keyof EmailMails, ReactNode> = {
  test_email: (to, { url }) =>
    composeEmail(to, {
      subject: 'Test email from your site',
      preheader: `${url} can send emails.`,
      heading: 'Your site can send emails',
      text: `This is the test email that you sent from ${url}. If it arrived in your spam folder, check the SPF, DKIM and DMARC records on the status page.`,
    }),
};
