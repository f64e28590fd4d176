import { getUser } from '#features/auth/index.ts';
import { getSettings } from '#features/settings/index.ts';
import { getSiteSections } from '#features/site/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Encryption } from '#platform/encryption.ts';
import { isEqualConstantTime } from '#platform/tokens.ts';
import type { ContactFormData } from '../contract/contact-form.ts';

/** Signs a timestamp (milliseconds since 1970), to prove that this site issued it. */
const signatureOf = (encryption: Encryption, at: string) => encryption.deriveToken(`contact form opened ${at}`);

/** Returns the owner's contact details, the signed-in user and the time when the form was requested. */
export async function getContactForm({ db, actor, now, encryption }: ApiContext): Promise<ContactFormData> {
  const [{ profile, links }, { defaultCurrency }, user] = await Promise.all([
    getSiteSections(db, ['profile', 'links']),
    getSettings(db),
    actor.role === 'visitor' ? null : getUser(db, actor.userId),
  ]);
  const { name, email, phone, address, country, timeZone } = profile;
  const at = String(now().epochMilliseconds);
  return {
    owner: { name, email, phone, address, country, timeZone, links },
    currency: defaultCurrency,
    now: now().toString({ smallestUnit: 'second' }),
    user: user && { name: user.name, email: user.email },
    formToken: `${at}.${signatureOf(encryption, at)}`,
  };
}

/** Returns when the form was requested, in milliseconds since 1970; undefined if the signature is invalid. */
export function parseFormToken(encryption: Encryption, formToken: string): number | undefined {
  const [at = '', signature = ''] = formToken.split('.');
  return isEqualConstantTime(signature, signatureOf(encryption, at)) ? Number(at) : undefined;
}
