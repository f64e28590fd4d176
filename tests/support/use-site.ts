import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { vi } from 'vitest';
import type { ConsultationOptions } from '#features/bookings/checkout/contract.ts';
import type { CheckoutOffer } from '#features/orders/checkout/contract.ts';
import type { Order } from '#features/orders/lifecycle/contract/order.ts';
import type { ApiUser } from './api-user.ts';
import { COMPLETE_PROJECT } from './project-fixture.ts';
import type { TestSmtpServer } from './smtp-server.ts';

const DAY = 86_400_000;

/** The owner's sign-in. */
export const OWNER = { email: 'mira@site.example', password: 'tide-gauge-42' };

/** Makes a user the owner, with the link that the site printed at its start. */
export async function setUpOwner(user: ApiUser, output: string): Promise<void> {
  const token = /\/set-up\/([\w-]+)/.exec(output)?.[1];
  await user.post('/setup', { token, name: 'Mira Castellan', ...OWNER, confirmPassword: OWNER.password });
}

export type Used = Awaited<ReturnType<typeof useSite>>;

/** Uses a site as its owner and as clients do. `name` makes texts unique. Returns the IDs of the created data. */
export async function useSite(visit: () => ApiUser, owner: ApiUser, name: string) {
  const post = await publishPost(owner, `Tides ${name}`);
  const visitor = visit();
  await visitor.put(`/blogs/${post.id}/like`);
  const comment = await owner.post<{ id: number }>(`/blogs/${post.id}/review`, { body: `Read ${name}.` });
  await owner.put(`/comments/${comment.id}`, { body: `Read ${name} twice.` });
  const project = { ...COMPLETE_PROJECT, title: `Harbor ${name}` };
  const { id: projectId } = await owner.post<{ id: string }>('/projects', project);
  await owner.post(`/projects/${projectId}/transitions`, { transition: 'publish' });

  const { currency: _, ...billing } = await owner.get<{ currency: string }>('/billing-settings');
  await owner.put('/billing-settings', { ...billing, bankTransferInstructions: `To 12 34 (${name})` });
  const { value, version } = await owner.get<{ value: object; version: number }>('/site/sections/profile');
  await owner.put('/site/sections/profile', { version, value: { ...value, phone: '+1 555 0100' } });
  await owner.patch('/settings', { minPasswordLength: 8 });
  await owner.post('/redirects', { from: `/old-${name}`, to: `/blog/${post.slug}` });

  const noor = { name: 'Noor Haddad', email: 'noor@site.example' };
  await visitor.post('/contact', { ...noor, subject: name, message: 'For three harbors.' });
  const { items: messages } = await owner.get<{ items: { id: number }[] }>('/contact-messages?state=all');
  // A form that is sent this fast counts as spam.
  await owner.post(`/contact-messages/${messages[0]?.id}/transitions`, { transition: 'restore' });
  await owner.post(`/contact-messages/${messages[0]?.id}/replies`, { body: 'By spring.' });

  const client = visit();
  const order = await orderPlan(client);
  await client.post(`/orders/${order.reference}/messages`, { body: `When, ${name}?` });
  await owner.post(`/orders/${order.number}/messages`, { body: 'By spring.' });
  const { summary, contentItems } = await client.get<Order>(`/orders/${order.reference}`);
  const documentPath = summary.nextPayment?.path ?? '';
  const transfer = { method: 'bank_transfer', sender: 'DE 12', reference: name };
  const invoice = documentPath.replace('/document/', '/billing-documents/');
  const { id: paymentId } = await client.post<{ id: number }>(`${invoice}/payments`, transfer);
  await owner.post(`/payments/${paymentId}/confirm`);
  await owner.post(`/payments/${paymentId}/refunds`, { amount: '10', reason: 'A rebate.', decision: 'credited' });
  for (const { position } of contentItems) await client.post(`/orders/${order.reference}/content-items/${position}`);
  await owner.post(`/orders/${order.number}/transitions`, { transition: 'start_work' });

  const ina = { name: 'Ina Idem', email: 'ina@site.example' };
  const services = [{ id: 'website-rescue', quantity: 1 }];
  const custom = await client.post<typeof order>('/custom-requests', { services, brief: name, ...ina });
  const lineItems = [{ description: 'Work', amount: '1200' }];
  const expiresOn = new Date(Date.now() + 14 * DAY).toISOString().slice(0, 10);
  await owner.put(`/orders/${custom.number}/quote`, { lineItems, deliveryDays: 10, supportDays: 10, expiresOn });
  const { quote } = await client.get<Order>(`/orders/${custom.reference}`);
  const acceptance = { agreementHash: quote?.agreementHash, signature: 'Ina Idem' };
  await client.post(`/orders/${custom.reference}/quote/accept`, acceptance);

  const { bookableFrom } = await client.get<ConsultationOptions>('/consultations');
  const until = new Date(Date.parse(bookableFrom) + 14 * DAY).toISOString();
  const times = `/consultations/initial/slots?hours=1&from=${bookableFrom}&until=${until}`;
  const { slots } = await client.get<{ slots: string[] }>(times);
  const hold = { optionId: 'initial', startsAt: slots[0], timeZone: 'Asia/Kolkata' };
  const { accessToken: booking } = await client.post<{ accessToken: string }>('/bookings', hold);
  await client.post(`/bookings/${booking}/details`, { ...ina, notes: name });
  return { post, projectId, order, booking, documentPath };
}

/** Joins a site as a member and a subscriber, with the links in the emails that arrive at `mail`. */
export async function joinSite(person: ApiUser, mail: TestSmtpServer, email: string): Promise<void> {
  const password = 'tide-gauge-42';
  await person.post('/register', { name: 'Lin', email, password, confirmPassword: password });
  await person.post('/newsletter/subscriptions', { email });
  const findToken = (link: string) =>
    vi.waitUntil(
      () => {
        const texts = mail.taken.filter(({ recipients }) => recipients.includes(email)).map(({ decoded }) => decoded);
        return texts.flatMap(text => new RegExp(`/${link}/([\\w-]+)`).exec(text)?.[1] ?? [])[0];
      },
      { timeout: 20_000 },
    );
  await person.post('/register/confirm', { token: await findToken('confirm-address') });
  await person.post('/newsletter/confirmations', { token: await findToken('newsletter/confirm') });
  await person.post('/login', { email, password });
  await person.patch('/profile', { name: 'Lin Bao' });
  await person.post('/logout');
}

/** Publishes a post with a picture. Returns its id and slug, and the path of the picture. */
async function publishPost(owner: ApiUser, title: string) {
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
async function orderPlan(client: ApiUser, id = 'starter') {
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
