import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { webhookEvents } from './webhook-events.ts';

it.each([
  ['Stripe', webhookEvents.stripe],
  ['PayPal', webhookEvents.paypal],
])('the documentation lists the events of %s', async (label, events) => {
  const text = await readFile(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8');
  const row = text.split('\n').find(line => line.startsWith(`| ${label} | \`<SITE_URL>/api/v1/webhooks/`)) ?? '';
  expect([...row.matchAll(/`([\w.-]+)`/g)].map(([, event]) => event)).toEqual(events);
});
