import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { formatDateTime } from '#shared/time.ts';
import { truncate } from '#shared/truncate.ts';
import { composeEmail } from '#ui/email/compose-email.tsx';
import { toPreheader } from '#ui/email/preheader.ts';
import { colors } from '#ui/email/email-styles.ts';
import { EmailMessage, EmailNote, EmailText } from '#ui/email/EmailComponents.tsx';

interface ContactMails {
  /** To the owner: a new message. Replies go to its sender. */
  contact_message_received: {
    name: string;
    senderName: string;
    email: string;
    subject: string;
    budget: string;
    body: string;
    /** Name of the attached file. */
    file: string | null;
    /** Whether the message came without a proof of work. */
    isUnverified: boolean;
    url: string;
  };
  /** To the sender. Doesn't quote the message, because the address may be a stranger's. */
  contact_message_confirmation: Record<string, never>;
  /** To the sender: the owner's reply. */
  contact_reply: { subject: string; body: string; quoted: string; receivedAt: string };
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends ContactMails {}
}

export const contactEmails: EmailTemplateRenderers<keyof ContactMails, ReactNode> = {
  contact_message_received: ({ senderName, email, subject, budget, body, file, isUnverified, ...to }) =>
    composeEmail(to, {
      subject: `New message from ${truncate(senderName, 18)}: ${truncate(subject, 20)}`,
      preheader: toPreheader(body),
      heading: subject,
      text: (
        <>
          <EmailText>
            {senderName} ({email}) sent you a message through your contact form:
          </EmailText>
          <blockquote
            className="rule"
            style={{ margin: '0 0 18px', padding: '0 0 0 16px', borderLeft: `3px solid ${colors.light.rule}` }}
          >
            <EmailMessage text={body} />
          </blockquote>
          {budget !== '' && <EmailText>Budget: {budget}</EmailText>}
          {file !== null && <EmailText>Attachment: {file}. You can download it from your inbox.</EmailText>}
        </>
      ),
      button: 'Open message',
      note: (
        <EmailNote>
          {isUnverified
            ? 'This message was sent without JavaScript, so the spam check couldn’t run and the sender got no confirmation. '
            : ''}
          Reply to this email to write to {email} directly, or reply from your dashboard to save your reply with the
          message.
        </EmailNote>
      ),
    }),

  contact_message_confirmation: (to, site) =>
    composeEmail(to, {
      subject: `Your message to ${site.name} was received`,
      preheader: `${site.name} will reply to this email address.`,
      heading: 'Your message was received',
      text: ['Hi,', `Thank you for your message. ${site.name} will read it and reply to this email address.`],
      note: 'If you didn’t send a message, your address was entered by mistake. You can ignore this email.',
    }),

  contact_reply: ({ subject, body, quoted, receivedAt, ...to }, site) =>
    composeEmail(to, {
      subject: `Re: ${truncate(subject, 40)} (${site.name})`,
      preheader: toPreheader(body),
      heading: `Reply from ${site.name}`,
      text: <EmailMessage text={body} />,
      note: [
        `You wrote on ${formatDateTime(receivedAt, site.timeZone)}: “${truncate(quoted.replaceAll(/\s+/g, ' '), 600)}”`,
        `To write back to ${site.name}, reply to this email.`,
      ],
    }),
};
