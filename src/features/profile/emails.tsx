import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { paths } from '#shared/paths.ts';
import { EmailButton, EmailHeading, EmailNote, EmailText } from '#ui/email/EmailComponents.tsx';

/** Props of the profile emails. `name` is the user's. */
interface ProfileEmailProps {
  /** Sent to the holder of an address that another user requested. */
  email_in_use: { name: string };
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends ProfileEmailProps {}
}

/** Profile emails; those about a completed email change are in auth. */
export const profileEmails: EmailTemplateRenderers<keyof ProfileEmailProps, ReactNode> = {
  email_in_use: ({ name }, site) => ({
    subject: `Somebody wanted to use your address at ${site.name}`,
    preheader: 'Your account has this address, so nothing was changed.',
    body: (
      <>
        <EmailHeading>Your address was asked for</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>
          Somebody, perhaps you, just tried to use this address for another account. It belongs to yours, so nothing was
          changed.
        </EmailText>
        <EmailText>
          If it was you: an address can have one account only. Sign in to this one, or delete it and use the address for
          the other.
        </EmailText>
        <EmailButton href={site.url + paths.login} label="Sign in" />
        <EmailNote>
          It was not you? Then you need do nothing. Whoever it was has learned nothing about your account.
        </EmailNote>
      </>
    ),
  }),
};
