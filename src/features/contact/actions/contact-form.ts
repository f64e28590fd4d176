import { getUser } from '#features/auth/queries/users.ts';
import { getSettings } from '#features/settings/queries.ts';
import { getSiteSections } from '#features/site/queries.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Encryption } from '#platform/encryption.ts';
import { isEqualConstantTime } from '#platform/tokens.ts';
import type { ContactFormData } from '../contract/contact-form.ts';

/** Shows that a moment, in milliseconds since 1970, was named by this site. */
const signatureOf = (sealer: Encryption, at: string) => sealer.derive(`contact form opened ${at}`);

/** How else the owner can be reached, who is signed in, and when the form was asked for. */
export async function getContactForm({
  db,
  actor,
  now,
  sealer,
}: Pick<ApiContext, 'db' | 'actor' | 'now' | 'sealer'>): Promise<ContactFormData> {
  const [{ profile, links }, { currency }, user] = await Promise.all([
    getSiteSections(db, ['profile', 'links']),
    getSettings(db),
    actor.role === 'visitor' ? null : getUser(db, actor.userId),
  ]);
  const { name, email, phone, address, country, timeZone } = profile;
  return {
    owner: {
      name,
      email,
      phone,
      address,
      country,
      timeZone,
      links: links.map(({ label, link }) => ({ label, link })),
    },
    currency,
    now: now().toString({ smallestUnit: 'second' }),
    client: user && { name: user.name, email: user.email },
    opened: nameMoment(sealer, now()),
  };
}

function nameMoment(sealer: Encryption, now: Temporal.Instant): string {
  const at = String(now.epochMilliseconds);
  return `${at}.${signatureOf(sealer, at)}`;
}

/** When a form was asked for, in milliseconds since 1970; undefined where it was not from us. */
export function parseFormToken(sealer: Encryption, opened: string): number | undefined {
  const [at = '', signature = ''] = opened.split('.');
  return isEqualConstantTime(signature, signatureOf(sealer, at)) ? Number(at) : undefined;
}
