import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import type { DkimSettings } from '#features/email/provider.ts';
import { StartupError } from '#platform/startup-error.ts';

/** A mail server, from an address such as smtps://user:password@mail.example.org. */
const smtpUrl = z.string().transform((text, context) => {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  const user = decodeOrUndefined(address?.username ?? '');
  const password = decodeOrUndefined(address?.password ?? '');
  const known = address && ['smtp:', 'smtps:'].includes(address.protocol) && address.hostname !== '';
  // What was given may hold a password, so it is not repeated.
  if (!known || user === undefined || password === undefined || (user === '') !== (password === '')) {
    context.addIssue('must be an address such as smtps://user:password@mail.example.org');
    return z.NEVER;
  }
  const secure = address.protocol === 'smtps:';
  return {
    host: address.hostname.replace(/^\[|\]$/g, ''),
    port: Number(address.port) || (secure ? 465 : 587),
    secure,
    login: user === '' ? undefined : { user, password },
  };
});

/** Undefined when it cannot be read. */
function decodeOrUndefined(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** An address, alone or behind a name: Ada Byron <ada@example.org>. */
const mailbox = z
  .string()
  .regex(
    /^(?:[^\p{Cc}<>"]*<[^\s<>@"]+@[^\s<>@"]+>|[^\s<>@"]+@[^\s<>@"]+)$/u,
    'must be an address such as hello@example.org, or a name and an address such as Ada Byron <ada@example.org>',
  )
  .transform(text => {
    const [name = '', address] = text.split(/\s*[<>]/);
    return address === undefined ? { name: undefined, address: text } : { name: name.trim() || undefined, address };
  });

/** A key of RSA in PEM, whose lines may be written as \\n. What was given is not repeated. */
const dkimKey = z.string().transform((text, context) => {
  const pem = text.replaceAll('\\n', '\n');
  try {
    if (createPrivateKey(pem).asymmetricKeyType === 'rsa') return pem;
  } catch {
    // Said below.
  }
  context.addIssue('must be a private key of RSA in PEM, its lines ended or parted by \\n');
  return z.NEVER;
});

/** The settings of mail, to be read with all others. */
export const emailEnvironment = {
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailbox.optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z\d](?:[a-z\d.-]{0,61}[a-z\d])?$/i, 'must be a selector such as freehold')
    .optional(),
  DKIM_PRIVATE_KEY: dkimKey.optional(),
  /** As Standard Webhooks write it. What was given is not repeated. */
  MAIL_EVENTS_SECRET: z
    .string()
    .regex(/^(?:whsec_[A-Za-z\d+/]{32,}={0,2}|(?!whsec_).{24,})$/, 'must be whsec_ and base64, at least 24 bytes')
    .optional(),
};

/** How mails go out. */
export interface EmailConfig {
  readonly smtp: z.infer<typeof smtpUrl>;
  readonly from: z.infer<typeof mailbox>;
  readonly dkim: DkimSettings | undefined;
}

/** Puts the settings of mail together; undefined where there is no mail server. Throws a StartupError. */
export function parseEmailConfig(
  value: {
    readonly [Name in keyof typeof emailEnvironment]?: z.output<(typeof emailEnvironment)[Name]> | undefined;
  },
): EmailConfig | undefined {
  const { SMTP_URL: smtp, MAIL_FROM: from, DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY: key } = value;
  if ((selector === undefined) !== (key === undefined)) {
    throw new StartupError('Wrong setting: DKIM_SELECTOR and DKIM_PRIVATE_KEY must be set together.');
  }
  if (!smtp) return undefined;
  if (!from) {
    throw new StartupError(
      'Wrong setting: MAIL_FROM must be set beside SMTP_URL, to the address that mails come from.',
    );
  }
  const domainName = from.address.slice(from.address.lastIndexOf('@') + 1);
  return { smtp, from, dkim: selector && key ? { domainName, keySelector: selector, privateKey: key } : undefined };
}
