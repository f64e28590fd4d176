import type { Transporter } from 'nodemailer';

/** How to reach a mail server. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise it begins when the server offers it (RFC 3207). */
  readonly secure: boolean;
  readonly credentials: { readonly user: string; readonly password: string } | undefined;
}

/** An address with a name to show. */
export interface EmailAddress {
  readonly name: string;
  readonly address: string;
}

/** A mail on its way out. */
export interface OutgoingEmail {
  readonly messageId: string;
  readonly from: EmailAddress;
  readonly to: EmailAddress;
  /** Whom answers go to, where that is not who it is from. */
  readonly replyTo: EmailAddress | null;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly content: Buffer }[];
  readonly calendarInvite: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string } | null;
  /** The address that a POST of a mail program unsubscribes at (RFC 8058). */
  readonly unsubscribeUrl: string | null;
}

/** Signs what goes out (RFC 6376). */
export interface DkimSettings {
  readonly domainName: string;
  readonly keySelector: string;
  /** In PEM. */
  readonly privateKey: string;
}

/** The settings of outgoing email. */
export interface EmailConfig {
  readonly smtp: SmtpSettings;
  readonly from: EmailDelivery['from'];
  readonly dkim: DkimSettings | undefined;
}

/** The mail server and the sender; without a name, the owner's is used. */
export interface EmailDelivery {
  readonly transport: EmailTransport;
  readonly from: { readonly name: string | undefined; readonly address: string };
}

/** Returns how emails are delivered; undefined without a mail server, when they are only stored. */
export function createEmailDelivery({ mail }: { readonly mail: EmailConfig | undefined }): EmailDelivery | undefined {
  return mail && { transport: createSmtpTransport(mail.smtp, mail.dkim), from: mail.from };
}

/** Hands mails to a mail server. */
export interface EmailTransport {
  /** Comes back when the server has taken the mail; throws the library's error when it has not. */
  send(mail: OutgoingEmail): Promise<void>;
}

/** Milliseconds: a try must end well before its job counts as lost. */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

/** A mail server over SMTP, one connection for each mail, which is signed where there is a key. The library is read when the first mail goes out. */
export function createSmtpTransport(settings: SmtpSettings, dkim?: DkimSettings): EmailTransport {
  const { host, port, secure, credentials } = settings;
  let opening: Promise<Transporter> | undefined;

  async function open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      host,
      port,
      secure,
      // A password goes over the network encrypted or not at all.
      requireTLS: credentials !== undefined && !['localhost', '127.0.0.1', '::1'].includes(host),
      ...(credentials ? { auth: { user: credentials.user, pass: credentials.password } } : {}),
      ...(dkim ? { dkim } : {}),
      ...timeouts,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  return {
    async send({ messageId, from, to, replyTo, subject, html, text, attachments, calendarInvite, unsubscribeUrl }) {
      opening ??= open();
      const transport = await opening;
      await transport.sendMail({
        messageId,
        from,
        to,
        ...(replyTo ? { replyTo } : {}),
        subject,
        html,
        text,
        attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
        ...(calendarInvite ? { icalEvent: { ...calendarInvite, filename: 'invite.ics' } } : {}),
        headers: {
          // Answers of machines (out of office) to such mails are not wanted (RFC 3834, 5).
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
