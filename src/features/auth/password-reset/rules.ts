/** How long a code is good, in minutes, and after it a new password may be typed as long again. */
export const CODE_TTL_MINUTES = 10;

/** How often a code may be guessed. */
export const MAX_CODE_ATTEMPTS = 5;

/** After how many seconds another code may be asked for. */
export const RESEND_COOLDOWN_SECONDS = 60;

/** Where people with an address there read their mail. */
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

/** The web inbox of the provider that an address belongs to, where that can be told. */
export function findWebmailInbox(email: string): { readonly name: string; readonly href: string } | undefined {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const href = Object.keys(inboxes).find(inbox => inboxes[inbox]?.includes(host));
  return href ? { name: host, href } : undefined;
}

/** What to say of a wrong code after so many tries. */
export function formatWrongCodeError(tries: number): string {
  const left = MAX_CODE_ATTEMPTS - tries;
  if (left <= 0) return 'This code is not right, and it was the last try. Ask for a new code.';
  return `This code is not right. ${left === 1 ? '1 try is' : `${left} tries are`} left.`;
}
