import type { Element } from 'hast';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestApi } from '../support/api-client.ts';
import { parsePage, textOf } from '../support/page-html.ts';
import { testimonialInput, testimonialFixture } from '../support/testimonial-fixture.ts';
import { applyInvalidations } from '#tests/support/fresh-pages.ts';

const fixture = testimonialFixture({ pages: true });
const { site, owner, arrive, send, rows, placeStartedOrder } = fixture;
const { delivered, write, withdraw, decide, stateOf } = fixture;

const PATIENCE = { timeout: 10_000 };
let stopListening: () => Promise<void>;
beforeAll(async () => {
  stopListening = await applyInvalidations(site());
});
afterAll(() => stopListening());

const page = (url: string) => site().http.app.inject({ url });
const isMark = ({ properties }: Element) => String(properties.className) === 'paid-mark';

describe('published testimonial', () => {
  it('is exported with the client’s data and deleted with their account', async () => {
    const order = await delivered();
    const noor = await arrive({ name: 'Noor', email: `leaving-${order.number}@site.example` });
    await site().db.$client.query(`update orders set client_id = $1 where id = $2`, [noor.id, order.number]);
    await write(order, { body: 'Mine until I leave.' });
    await decide(order, 'approve');
    expect((await requestApi(site(), '/profile/export', noor.cookie)).json()).toMatchObject({
      orders: [{ testimonials: [{ words: 'Mine until I leave.', state: 'approved' }] }],
    });
    expect((await page('/about')).body).toContain('Mine until I leave.');
    expect((await send(noor, 'DELETE', '/profile', { password: 'tide-gauge-42' })).statusCode).toBe(200);
    expect(await rows(`testimonials where order_id = ${order.number}`)).toEqual([]);
    await expect.poll(async () => (await page('/about')).body, PATIENCE).not.toContain('Mine until I leave.');
  });
});

describe('testimonial pages', () => {
  const NASTY = `</script><script>alert('x')</script>"'><img src=x onerror=alert(1)>`;

  it('show an escaped testimonial with its label from approval until withdrawal', async () => {
    const order = await delivered();
    const before = await page('/');
    expect(before.body).not.toContain('Paid client');
    await write(order, { body: `Good. ${NASTY}`, name: `Noor ${NASTY}`.slice(0, 80), role: NASTY, company: '' });
    expect((await page('/')).body, 'it is really cached').toBe(before.body);
    await decide(order, 'approve');
    for (const url of ['/', '/about']) {
      await expect.poll(async () => (await page(url)).body, PATIENCE).toContain('Paid client');
      const { body } = await page(url);
      expect(body).not.toContain("<script>alert('x')");
      expect(body).not.toContain('<img src=x');
      const parsed = await parsePage(body);
      const words = parsed.all('blockquote').map(textOf);
      expect(words[0]).toBe(`Good. ${NASTY}`);
      // The owner’s own entries have no mark. One mark is next to the testimonial, and one in the note below the list.
      expect(words.length).toBeGreaterThan(1);
      expect(parsed.all('span').filter(isMark)).toHaveLength(2);
      expect(
        parsed
          .all('figcaption')
          .map(textOf)
          .filter(text => text.includes('Paid client')),
      ).toHaveLength(1);
    }
    await withdraw(order);
    for (const url of ['/', '/about']) {
      await expect.poll(async () => (await page(url)).body, PATIENCE).not.toContain('Paid client');
    }
  });

  it('accept and withdraw a testimonial without JavaScript', async () => {
    const order = await delivered();
    const post = (url: string, fields: Record<string, string>, cookie?: string) =>
      site().http.app.inject({
        method: 'POST',
        url,
        payload: new URLSearchParams(fields).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          ...(cookie ? { cookie } : {}),
        },
      });
    const link = `/order/${order.reference}`;
    const { body } = await page(link);
    expect(body).toContain('Write a testimonial');
    // The URL of the section's forms.
    const action = `${link}?index`;
    expect(body).toContain(`action="${action}"`);
    const fields = { ...testimonialInput, intent: 'testimonial' };
    const refused = await post(action, { ...fields, consent: '' });
    expect(refused.statusCode).toBe(400);
    // The input is kept.
    expect(refused.body).toContain('It does what we need.');
    expect(refused.body).toContain('Agree to publish your testimonial');
    // Each field shows its error, so the form only counts them.
    const empty = await post(action, { ...fields, consent: '', body: '' });
    expect(/role="alert"[^>]*>([^<]*)/.exec(empty.body)?.[1]).toBe('2 fields need your attention.');
    const sent = await post(action, fields);
    expect([sent.statusCode, sent.headers.location]).toEqual([303, `${link}?did=testimonial`]);
    const seen = await page(link);
    expect(seen.body).toContain('Waiting for review');

    expect((await post(action, { intent: 'withdraw-testimonial' })).statusCode).toBe(303);
    expect(await stateOf(order)).toBeNull();
  });

  it('offer a testimonial only to the client of a delivered order', async () => {
    const working = await placeStartedOrder();
    expect((await page(`/order/${working.reference}`)).body).not.toContain('Write a testimonial');
    const order = await delivered();
    const asSeen = await site().http.app.inject({
      url: `/dashboard/orders/${order.number}`,
      headers: { cookie: owner().cookie },
    });
    expect(asSeen.body).not.toContain('Write a testimonial');
  });
});
