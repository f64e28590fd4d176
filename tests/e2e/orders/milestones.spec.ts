import { useKeyboard } from '../support/keyboard.ts';
import {
  getRegion,
  getStatusMessage,
  openOrder,
  orders,
  payByCard,
  takeTurns,
  testOrders,
} from '../support/order-fixture.ts';
import { expect } from '../support/test.ts';
import { checkAppearance } from '../support/visual-checks.ts';

const test = testOrders();

test('quotes milestones, accepts them and pays the first one, by keyboard only', async ({ page, trouble }) => {
  test.slow();
  // At first, the first milestone has an invalid amount.
  trouble.announce(/status (of )?422/);
  const turns = takeTurns(page);
  const keys = useKeyboard(page);
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const send = page.getByRole('button', { name: 'Send quote' });
  const today = Temporal.Now.plainDateISO('UTC');
  const order = await orders.placeOrder('plan', 'elite');
  const first = page.getByRole('group', { name: 'Milestone 1', exact: true });

  await test.step('the owner fills in milestones and corrects one', async () => {
    await openOrder(page, order);
    await turns.asOwner(order);
    await keys.typeDate(field('Valid until'), today.toString());
    await keys.choose(field('Payment of the balance'), 'In milestones');
    await keys.type(field('Parts'), '2');
    await keys.typeDate(field('First due date'), today.add({ days: 1 }).toString());
    await page.keyboard.press('Enter');
    await expect(field('Amount, milestone 1')).toHaveValue('499.75');
    await keys.type(field('Description, milestone 1'), 'Design approved');
    await keys.type(field('Amount, milestone 1'), '100%');
    await keys.press(send);
    await expect(field('Amount, milestone 1')).toHaveAttribute('aria-invalid', 'true');
    await expect(first).toContainText('Enter a percentage below 100');
    await expect(field('Description, milestone 1')).toHaveValue('Design approved');
    await keys.type(field('Amount, milestone 1'), '25%');
    await expect(first).toContainText('= $499.75');
    await expect(page.getByRole('region', { name: 'Quote total' })).toContainText('Design approved, due');
    await checkAppearance(page, 'a quote with milestones');
    await keys.press(send);
    await getStatusMessage(page, 'Quote sent.');
  });

  const milestones = page.getByRole('list', { name: 'Milestones' });
  await test.step('the client accepts and pays the deposit', async () => {
    await turns.asClient(order);
    const quote = getRegion(page, 'Quote');
    await expect(quote).toContainText('Design approved, due');
    await keys.type(field('Type your full name to sign'), 'Noor Haddad');
    await keys.press(page.getByRole('button', { name: 'Accept and pay $999.50' }));
    await expect(page.getByRole('status').filter({ hasText: 'Quote accepted.' })).toBeFocused();
    await expect(milestones.getByRole('listitem')).toHaveCount(2);
    await expect(milestones).not.toContainText('invoiced');
    await payByCard(page, keys);
  });

  await test.step('the client accepts the work and pays the first milestone', async () => {
    await orders.supply(order);
    for (const name of ['start_work', 'submit_for_review'] as const) await orders.applyTransition(order, name);
    await keys.open(`/order/${order.reference}`);
    await keys.press(page.getByRole('link', { name: 'Accept work' }));
    await expect(page.getByText('due on the dates of the milestones')).toBeVisible();
    await keys.press(page.getByRole('button', { name: 'Accept work' }));
    await expect(milestones.getByRole('listitem').filter({ hasText: 'invoiced' })).toHaveCount(2);
    await payByCard(page, keys);
    await expect(milestones.getByRole('listitem').first()).toContainText('paid');
    await expect(milestones.getByRole('listitem').last()).toContainText('invoiced');
  });
});
