import { processDueOrders } from '#features/orders/jobs.ts';
import { listAxeViolations } from '../support/audits.ts';
import { useKeyboard } from '../support/keyboard.ts';
import { getRegion, getStatusMessage, orders, payByCard, testOrders } from '../support/order-fixture.ts';
import { connectServices } from '../support/site-services.ts';
import { expect, site } from '../support/test.ts';

const test = testOrders();

/** Processes due orders, which charges the saved cards, as the site does once an hour. */
async function chargeCards(): Promise<void> {
  const services = await connectServices([]);
  await processDueOrders(services);
  await services.close();
}

test('saves a card, confirms a charge, and changes and removes the card by keyboard', async ({ page, context }) => {
  test.slow();
  const keys = useKeyboard(page);
  const order = await orders.placeOrder('service', 'maintenance');
  const card = getRegion(page, 'Automatic payments');
  const charges = card.getByRole('list', { name: 'Automatic payments' }).getByRole('listitem');
  const openOrder = () => keys.open(`/order/${order.reference}`);
  /** Reloads the order page until it shows the effect of a background job. */
  const expectOnOrder = (expectation: () => Promise<void>) =>
    expect(async () => {
      await openOrder();
      await expectation();
    }).toPass();

  await test.step('agrees to automatic payments', async () => {
    await openOrder();
    await payByCard(page, keys, { consent: 'on the 1st of each month until you cancel', card: 'Visa 9995' });
    await expectOnOrder(() => expect(card).toContainText('Visa ending in 9995', { timeout: 1000 }));
    await expect(card).toContainText('Expires 12/2034');
    expect(await listAxeViolations(page)).toEqual([]);
  });

  await test.step('changes the card after it was declined', async () => {
    // Makes this month due by moving the paid days to an earlier month.
    await site.query(`update subscription_periods set starts_on = '2026-01-15', ends_on = '2026-01-31'`);
    await site.query(`update subscriptions set next_invoice_on = date_trunc('month', now() at time zone
      (select content ->> 'timeZone' from site_sections where key = 'profile'))`);
    await chargeCards();
    await expectOnOrder(() => expect(charges).toContainText('Failed', { timeout: 1000 }));
    await expect(charges).toContainText(/There wasn’t enough money in the account\..*next attempt/s);
    await keys.press(card.getByRole('button', { name: 'Change card' }));
    await keys.expectDocument(/fake-provider/);
    await keys.reach(page.getByRole('radio', { name: 'Visa 3184' }));
    await keys.press(page.getByRole('button', { name: 'Save card' }));
    await keys.expectDocument(/\/order\//);
    await expect(card).toContainText('Visa ending in 3184');
  });

  await test.step('confirms the charge of the new card with the link from the email', async () => {
    const [client] = await site.query('select client_email as email from orders where id = $1', [order.number]);
    const readEmail = () => site.latestEmail(String(client?.email));
    await chargeCards();
    await expect.poll(readEmail).toContain('Your bank wants you to confirm');
    const [link = ''] = /\/document\/\S+/.exec(await readEmail()) ?? [];
    await keys.open(link);
    await keys.press(page.getByRole('radio', { name: 'Card' }), 'Space');
    await keys.press(page.getByRole('button', { name: /^Pay \$/ }));
    await keys.expectDocument(/fake-provider/);
    await keys.press(page.getByRole('button', { name: 'Pay', exact: true }));
    await keys.expectDocument(/\/document\//);
    await expect(page.getByText('Thank you for your payment')).toBeVisible({ timeout: 20_000 });
  });

  await test.step('the owner sees the card and the charges, and can’t change them', async () => {
    await page.goto('about:blank');
    await site.signIn(context, orders.owner);
    await keys.open(`/dashboard/orders/${order.number}`);
    await expect(card).toContainText('Visa ending in 3184');
    await expect(charges).toHaveCount(2);
    await expect(card.getByRole('button')).toHaveCount(0);
    await expect(card.locator('summary')).toHaveCount(0);
    await page.goto('about:blank');
    await context.clearCookies({ name: /^session/ });
  });

  await test.step('removes the card', async () => {
    await openOrder();
    await keys.press(card.locator('summary', { hasText: 'Remove card' }));
    await keys.press(card.getByRole('button', { name: 'Remove card' }));
    await getStatusMessage(page, 'Card removed. Nothing more is charged automatically.');
    await expect(card).toContainText('No card is saved.');
    await keys.reach(page.getByRole('link', { name: 'View and print the agreement' }));
  });
});
