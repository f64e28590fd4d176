/** Lifetime of a code, in minutes; setting the new password may then take the same time. */
export const CODE_TTL_MINUTES = 10;

/** Attempts allowed per code. */
export const MAX_CODE_ATTEMPTS = 5;

/** Seconds before another code may be requested. */
export const RESEND_COOLDOWN_SECONDS = 60;

/** Email domains by web inbox. */
const inboxes: Readonly<Record<string, readonly string[]>> = {
  'https://mail.google.com/': ['gmail.com', 'googlemail.com'],
  'https://outlook.live.com/mail/': ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
  'https://mail.yahoo.com/': ['yahoo.com', 'ymail.com', 'yahoo.co.uk', 'yahoo.de', 'yahoo.fr'],
  'https://www.icloud.com/mail/': ['icloud.com', 'me.com', 'mac.com'],
  'https://mail.proton.me/': ['proton.me', 'protonmail.com', 'pm.me'],
  'https://app.fastmail.com/': ['fastmail.com', 'fastmail.fm'],
  'https://mail.aol.com/': ['aol.com'],
  'https://www.gmx.net/': ['gmx.net', 'gmx.de', 'gmx.at', 'gmx.ch'],
  'https://www.gmx.com/': ['gmx.com'],
  'https://web.de/': ['web.de'],
  'https://mail.zoho.com/': ['zoho.com', 'zohomail.com'],
};

/** Returns the web inbox of an address's email provider, if known. */
export function findWebmailInbox(email: string): { readonly name: string; readonly href: string } | undefined {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const href = Object.keys(inboxes).find(inbox => inboxes[inbox]?.includes(host));
  return href ? { name: host, href } : undefined;
}

/** Returns the message for a wrong code after this many attempts. */
export function formatWrongCodeError(attempts: number): string {
  const left = MAX_CODE_ATTEMPTS - attempts;
  if (left <= 0) return 'This code is incorrect, and you have no attempts left. Request a new code.';
  return `This code is incorrect. You have ${left === 1 ? '1 attempt' : `${left} attempts`} left.`;
}
