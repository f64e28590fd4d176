import { listAxeViolations } from '../support/audits.ts';
import {
  getRegion,
  getStatusMessage,
  openOrder,
  orders,
  payByCard,
  testOrders,
  unfold,
} from '../support/order-fixture.ts';
import { expect } from '../support/test.ts';

const test = testOrders();

test('a client saves a card for a subscription, changes and removes it', async ({ page }) => {
  const order = await orders.placeOrder('service', 'maintenance');
  const card = getRegion(page, 'Automatic payments');
  await openOrder(page, order);
  await payByCard(page, { consent: 'on the 1st of each month until you cancel', card: 'Visa 9995' });
  await expect(async () => {
    await openOrder(page, order);
    await expect(card).toContainText('Visa ending in 9995', { timeout: 1000 });
  }).toPass();
  await expect(card).toContainText('Expires 12/2034');
  expect(await listAxeViolations(page)).toEqual([]);
  await card.getByRole('button', { name: 'Change card' }).click();
  await page.getByRole('radio', { name: 'Visa 4242' }).check();
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(card).toContainText('Visa ending in 4242');
  await unfold(card, 'Remove card');
  await card.getByRole('button', { name: 'Remove card' }).click();
  await getStatusMessage(page, 'Card removed. Nothing more is charged automatically.');
  await expect(card).toBeHidden();
});
