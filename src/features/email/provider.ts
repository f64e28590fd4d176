import type { Transporter } from 'nodemailer';
import type { Email } from './contract.ts';

/** A mail server and the sender; without a name, the owner's is used. */
export interface EmailConfig {
  readonly smtp: {
    readonly host: string;
    readonly port: number;
    /** Implicit TLS; otherwise STARTTLS if the server offers it (RFC 3207). */
    readonly secure: boolean;
    readonly credentials: { readonly user: string; readonly password: string } | undefined;
  };
  readonly from: { readonly name: string | undefined; readonly address: string };
  /** DKIM signing (RFC 6376), with a key in PEM. */
  readonly dkim: { readonly domainName: string; readonly keySelector: string; readonly privateKey: string } | undefined;
}

type EmailAddress = Email['to'];

interface OutgoingEmail extends Pick<Email, 'to' | 'replyTo' | 'subject' | 'calendarInvite'> {
  readonly messageId: string;
  readonly from: EmailAddress;
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly { readonly name: string; readonly contentType: string; readonly content: Buffer }[];
  /** URL for one-click unsubscribing by POST (RFC 8058). */
  readonly unsubscribeUrl: string | null;
}

export interface EmailDelivery extends Pick<EmailConfig, 'from' | 'dkim'> {
  readonly transport: {
    /** Resolves once the server has accepted the email; throws the library's error otherwise. */
    send(mail: OutgoingEmail): Promise<void>;
    /** Connects and signs in, without sending. Throws the library's error. */
    verify(): Promise<void>;
  };
}

/** Returns how emails are delivered; undefined without a mail server, when they are only stored. */
export function createEmailDelivery({ mail }: { readonly mail: EmailConfig | undefined }): EmailDelivery | undefined {
  return mail && { transport: createSmtpTransport(mail), from: mail.from, dkim: mail.dkim };
}

/** Returns an address as nodemailer names its parts. */
const toMailbox = ({ name, email }: EmailAddress) => ({ name, address: email });

/** Milliseconds of a connection test, which someone waits for. */
const testTimeouts = { dnsTimeout: 4000, connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 8000 };

/** Milliseconds. An attempt must end well before its job is considered lost. */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

/**
 * Creates an SMTP transport: one connection per email, signed if there is a key. Loads the library at the first email.
 */
function createSmtpTransport({ smtp, dkim }: EmailConfig): EmailDelivery['transport'] {
  const { host, port, secure, credentials } = smtp;
  let opening: Promise<Transporter> | undefined;

  async function open(limits: Partial<typeof timeouts> = {}): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      host,
      port,
      secure,
      // Never send a password unencrypted over the network.
      requireTLS: credentials !== undefined && !['localhost', '127.0.0.1', '::1'].includes(host),
      ...(credentials ? { auth: { user: credentials.user, pass: credentials.password } } : {}),
      ...(dkim ? { dkim } : {}),
      ...timeouts,
      ...limits,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  return {
    async verify() {
      const transport = await open(testTimeouts);
      try {
        await transport.verify();
      } finally {
        transport.close();
      }
    },
    async send({ messageId, from, to, replyTo, subject, html, text, attachments, calendarInvite, unsubscribeUrl }) {
      opening ??= open();
      const transport = await opening;
      await transport.sendMail({
        messageId,
        from: toMailbox(from),
        to: toMailbox(to),
        ...(replyTo ? { replyTo: toMailbox(replyTo) } : {}),
        subject,
        html,
        text,
        attachments: attachments.map(({ name, contentType, content }) => ({ filename: name, contentType, content })),
        ...(calendarInvite ? { icalEvent: { ...calendarInvite, filename: 'invite.ics' } } : {}),
        headers: {
          // Prevents automatic replies such as out-of-office messages (RFC 3834, 5).
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl
            ? {
                'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              }
            : {}),
        },
      });
    },
  };
}
