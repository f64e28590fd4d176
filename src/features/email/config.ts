import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { defineEnvironment } from '#platform/feature.ts';
import { StartupError } from '#platform/startup-error.ts';
import type { EmailConfig } from './provider.ts';

/** A mail server URL such as smtps://user:password@mail.example.org. */
const smtpUrl = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const user = decodeOrUndefined(url?.username ?? '');
  const password = decodeOrUndefined(url?.password ?? '');
  const isValid = url && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== '';
  // The value may contain a password, so the error doesn't repeat it.
  if (!isValid || user === undefined || password === undefined || (user === '') !== (password === '')) {
    context.addIssue('must be a URL such as smtps://user:password@mail.example.org');
    return z.NEVER;
  }
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    credentials: user === '' ? undefined : { user, password },
  };
});

/** Returns undefined if it can't be decoded. */
function decodeOrUndefined(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** An address with or without a name: Ada Byron <ada@example.org>. */
const mailbox = z
  .string()
  .regex(
    /^(?:[^\p{Cc}<>"]*<[^\s<>@"]+@[^\s<>@"]+>|[^\s<>@"]+@[^\s<>@"]+)$/u,
    'must be an email address such as hello@example.org or Ada Byron <ada@example.org>',
  )
  .transform(text => {
    const [name = '', address] = text.split(/\s*[<>]/);
    return address === undefined ? { name: undefined, address: text } : { name: name.trim() || undefined, address };
  });

/** An RSA private key in PEM, with line breaks optionally written as \\n. Errors don't repeat the value. */
const dkimKey = z.string().transform((text, context) => {
  const pem = text.replaceAll('\\n', '\n');
  try {
    if (createPrivateKey(pem).asymmetricKeyType === 'rsa') return pem;
  } catch {
    // Reported below.
  }
  context.addIssue('must be an RSA private key in PEM format, with line breaks or \\n between its lines');
  return z.NEVER;
});

const variables = {
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailbox.optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z\d](?:[a-z\d.-]{0,61}[a-z\d])?$/i, 'must be a selector such as freehold')
    .optional(),
  DKIM_PRIVATE_KEY: dkimKey.optional(),
};

export const emailEnvironment = defineEnvironment(variables, value => ({ mail: parseEmailConfig(value) }));

/** Returns the settings of email; undefined if there is no mail server. Throws a StartupError. */
function parseEmailConfig(value: z.output<z.ZodObject<typeof variables>>): EmailConfig | undefined {
  const { SMTP_URL: smtp, MAIL_FROM: from, DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY: key } = value;
  if ((selector === undefined) !== (key === undefined)) {
    throw new StartupError('Invalid setting: DKIM_SELECTOR and DKIM_PRIVATE_KEY must be set together.');
  }
  if (!smtp) return undefined;
  if (!from) {
    throw new StartupError(
      'Invalid setting: MAIL_FROM must be set along with SMTP_URL, to the address that your site sends emails from.',
    );
  }
  const domainName = from.address.slice(from.address.lastIndexOf('@') + 1);
  return { smtp, from, dkim: selector && key ? { domainName, keySelector: selector, privateKey: key } : undefined };
}
