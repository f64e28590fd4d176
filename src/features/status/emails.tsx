import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { formatDateTime } from '#shared/time.ts';
import { composeEmail } from '#ui/email/compose-email.tsx';

interface CheckAlert {
  readonly label: string;
  readonly message: string;
  readonly help: string | null;
  /** ISO 8601. */
  readonly since: string;
}

interface StatusMails {
  /** To the owner, about failing checks. */
  checks_failing: { name: string; url: string; checks: readonly CheckAlert[] };
  /** To the owner, about checks that no longer fail. */
  checks_recovered: { name: string; url: string; checks: readonly Pick<CheckAlert, 'label' | 'message'>[] };
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends StatusMails {}
}

const listLabels = (checks: readonly { readonly label: string }[]) => checks.map(({ label }) => label).join(', ');

export const statusEmails: EmailTemplateRenderers<keyof StatusMails, ReactNode> = {
  checks_failing: ({ checks, ...to }, { timeZone }) =>
    composeEmail(to, {
      subject: `Your site needs attention: ${listLabels(checks)}`,
      preheader: checks[0]?.message ?? '',
      heading: 'Your site needs attention',
      text: checks.map(
        ({ label, message, help, since }) =>
          `${label}: ${message} ${help ?? ''} Failing since ${formatDateTime(since, timeZone)}.`,
      ),
      button: 'View status',
      note: 'You get this email once a day until the problem is fixed, and another one then.',
    }),

  checks_recovered: ({ checks, ...to }) =>
    composeEmail(to, {
      subject: `Fixed on your site: ${listLabels(checks)}`,
      preheader: checks[0]?.message ?? '',
      heading: 'The problem is fixed',
      text: checks.map(({ label, message }) => `${label}: ${message}`),
      button: 'View status',
    }),
};
