import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { CheckoutOffer } from '#features/orders/checkout/contract.ts';
import type { ApiUser } from './api-user.ts';

/** The owner's sign-in. */
export const OWNER = { email: 'mira@site.example', password: 'tide-gauge-42' };

/** Makes someone the owner, with the link that the site's start printed. */
export async function setUpOwner(user: ApiUser, output: string): Promise<void> {
  const token = /\/set-up\/([\w-]+)/.exec(output)?.[1];
  await user.post('/setup', { token, name: 'Mira Castellan', ...OWNER, confirmPassword: OWNER.password });
}

/** Publishes a post with a picture. Returns its id and slug, and the path of the picture. */
export async function publishPost(owner: ApiUser, title: string) {
  const noise = { raw: { width: 60, height: 40, channels: 3 } } as const;
  const picture = await sharp(randomBytes(60 * 40 * 3), noise)
    .png()
    .toBuffer();
  const png = new Blob([new Uint8Array(picture)], { type: 'image/png' });
  const { id: pictureId } = await owner.post<{ id: string }>('/media/pictures?name=quay.png', png);
  const pictureUrl = `/media/pictures/${pictureId}-800.webp`;
  const draft = { title, description: 'About the tides.', markdown: `![The quay](${pictureUrl})`, category: 'Travel' };
  const { id } = await owner.post<{ id: number }>('/blogs', draft);
  const { slug } = await owner.post<{ slug: string }>(`/blogs/${id}/transitions`, { transition: 'publish' });
  return { id, slug, pictureUrl };
}

/** Orders a plan and attaches a file. Returns the order's number, and its reference for the client without an account. */
export async function orderPlan(client: ApiUser, id = 'starter') {
  const { standardPrice, urgentPrice } = await client.get<CheckoutOffer>(`/checkout-offers/plan/${id}`);
  const order = await client.post<{ number: number; reference: string }>('/orders', {
    kind: 'plan',
    id,
    name: 'Noor Haddad',
    email: 'noor@site.example',
    signature: 'Noor Haddad',
    agreementHash: standardPrice.agreementHash,
    urgentAgreementHash: urgentPrice?.agreementHash,
  });
  await client.post(
    `/orders/${order.reference}/files?name=brief.txt&purpose=brief`,
    new Blob(['For three harbors.'], { type: 'application/octet-stream' }),
  );
  return order;
}
