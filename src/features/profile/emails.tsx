import type { ReactNode } from 'react';
import type { MailWriters } from '#shared/emails.ts';
import { MailButton, MailHeading, MailNote, MailText } from '#ui/email/EmailComponents.tsx';

/** Props of the mails about profiles. `name` is the person's; links are absolute. */
interface ProfilesMails {
  /** To the holder of an address that somebody else wanted for their account. */
  addressTaken: { name: string; signInLink: string };
}

declare module '#shared/emails.ts' {
  interface MailTemplates extends ProfilesMails {}
}

/** The mails about profiles; those about an address that does change are among the accounts'. */
export const profilesMails: MailWriters<keyof ProfilesMails, ReactNode> = {
  addressTaken: ({ name, signInLink }, site) => ({
    subject: `Somebody wanted to use your address at ${site.name}`,
    preheader: 'Your account has this address, so nothing was changed.',
    body: (
      <>
        <MailHeading>Your address was asked for</MailHeading>
        <MailText>Hello {name},</MailText>
        <MailText>
          Somebody, perhaps you, just tried to use this address for another account. It belongs to yours, so nothing was
          changed.
        </MailText>
        <MailText>
          If it was you: an address can have one account only. Sign in to this one, or delete it and use the address for
          the other.
        </MailText>
        <MailButton href={signInLink} label="Sign in" />
        <MailNote>
          It was not you? Then you need do nothing. Whoever it was has learned nothing about your account.
        </MailNote>
      </>
    ),
  }),
};
