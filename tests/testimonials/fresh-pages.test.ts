import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestimonialListItem } from '#features/testimonials/contract/index.ts';
import { getApi } from '../support/api-client.ts';
import {
  changesPages,
  expectFreshAfter,
  freshnessTests,
  applyInvalidations,
  PATIENCE,
} from '../support/fresh-pages.ts';
import { insertTestimonial } from '../support/row-factories.ts';
import { testimonialFixture } from '../support/testimonial-fixture.ts';

const { site, owner, send, delivered, write, withdraw, decide } = testimonialFixture({ pages: true });
const { changes, areAllTested } = freshnessTests(changesPages.testimonials);
let stopListening: () => Promise<void>;
beforeAll(async () => {
  stopListening = await applyInvalidations(site());
});
afterAll(() => stopListening());

changes(
  'testimonials.reviewTestimonial testimonials.deleteTestimonial testimonials.saveTestimonial',
  'a testimonial appears when approved, and disappears when edited or deleted',
  async () => {
    const order = await delivered();
    await write(order, { body: 'Solid as a pier.' });
    const shows = (html: string) => html.includes('Solid as a pier.');
    const lacks = (html: string) => !shows(html);
    await expectFreshAfter(site(), '/about', () => decide(order, 'approve'), shows);
    await expectFreshAfter(site(), '/about', () => withdraw(order), lacks);
    await write(order, { body: 'Solid as a pier.' });
    await expectFreshAfter(site(), '/about', () => decide(order, 'approve'), shows);
    await expectFreshAfter(site(), '/about', () => write(order, { body: 'Something else.' }), lacks);
  },
);

changes('testimonials.reorderTestimonials', 'testimonials keep their order', async () => {
  for (const body of ['Said first', 'Said second']) await insertTestimonial(site().db, { body });
  site().http.invalidateTag('testimonials');
  const { items } = await getApi<{ items: TestimonialListItem[] }>(site(), '/testimonials/all', owner().cookie);
  const [one, two] = ['Said first', 'Said second'].map(words => items.find(item => item.body === words)?.id ?? 0);
  const put = (ids: unknown[]) => send(owner(), 'PUT', '/testimonials/positions', { ids });
  const isInOrder = (html: string) => html.indexOf('Said second') < html.indexOf('Said first');
  await put([one, two]);
  await expect.poll(async () => isInOrder((await site().http.app.inject('/about')).body), PATIENCE).toBe(false);
  await expectFreshAfter(site(), '/about', () => put([two, one]), isInOrder);
});

it('tests every endpoint that changes a testimonial on a page', areAllTested);
