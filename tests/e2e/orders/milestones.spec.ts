import type { Locator } from '@playwright/test';
import {
  getNextStep,
  getRegion,
  getStatusMessage,
  openOrder,
  orders,
  takeTurns,
  testOrders,
} from '../support/order-fixture.ts';
import { expect, waitForHydration } from '../support/test.ts';
import { checkAppearance } from '../support/visual-checks.ts';

const test = testOrders();

test('quotes milestones, accepts them and pays the first one, by keyboard only', async ({ page, trouble }) => {
  test.slow();
  // The first milestone has an invalid amount at first.
  trouble.announce(/status (of )?422/);
  const turns = takeTurns(page);
  const { keyboard } = page;
  /** Moves the focus with Tab until it is on a control. */
  const tabTo = async (control: Locator) => {
    await expect(control).toBeVisible();
    await expect
      .poll(
        async () => {
          if (await control.evaluate(element => element === document.activeElement)) return true;
          await keyboard.press('Tab');
          return false;
        },
        { intervals: [0], timeout: 30_000 },
      )
      .toBe(true);
  };
  const enter = async (label: string, text: string) => {
    await tabTo(page.getByLabel(label, { exact: true }));
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type(text);
  };
  const press = async (control: Locator, key = 'Enter') => {
    await tabTo(control);
    await keyboard.press(key);
  };
  /** Types a date in the order of US English. */
  const enterDate = async (label: string, { year, month, day }: Temporal.PlainDate) => {
    await tabTo(page.getByLabel(label, { exact: true }));
    await keyboard.type(`${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}${year}`);
  };
  const pay = async () => {
    await press(page.getByRole('link', { name: 'Pay invoice' }));
    await waitForHydration(page);
    await press(page.getByRole('radio', { name: 'Card' }), 'Space');
    await press(page.getByRole('button', { name: /^Pay \$/ }));
    await press(page.getByRole('button', { name: 'Pay', exact: true }));
    await expect(page.getByText('Thank you for your payment')).toBeVisible({ timeout: 20_000 });
    await press(page.getByRole('link', { name: 'Back to order' }));
    await expect(getNextStep(page)).toBeVisible();
  };
  const today = Temporal.Now.plainDateISO('UTC');
  const order = await orders.placeOrder('plan', 'elite');
  const first = page.getByRole('group', { name: 'Milestone 1', exact: true });

  await test.step('the owner fills in milestones and corrects one', async () => {
    await openOrder(page, order);
    await turns.asOwner(order);
    await enterDate('Valid until', today);
    await tabTo(page.getByLabel('Payment of the balance'));
    await keyboard.type('In mil');
    await enter('Parts', '2');
    await enterDate('First due date', today.add({ days: 1 }));
    await keyboard.press('Enter');
    await expect(page.getByLabel('Amount, milestone 1')).toHaveValue('499.75');
    await page.keyboard.press('Shift+Tab');
    await enter('Description, milestone 1', 'Design approved');
    await enter('Amount, milestone 1', '100%');
    const send = page.getByRole('button', { name: 'Send quote' });
    await press(send);
    await expect(page.getByLabel('Amount, milestone 1')).toHaveAttribute('aria-invalid', 'true');
    await expect(first).toContainText('Enter a percentage below 100');
    await expect(page.getByLabel('Description, milestone 1')).toHaveValue('Design approved');
    await enter('Amount, milestone 1', '25%');
    await expect(first).toContainText('= $499.75');
    await expect(page.getByRole('region', { name: 'Quote total' })).toContainText('Design approved, due');
    await checkAppearance(page, 'a quote with milestones');
    await press(send);
    await getStatusMessage(page, 'Quote sent.');
  });

  const milestones = page.getByRole('list', { name: 'Milestones' });
  await test.step('the client accepts and pays the deposit', async () => {
    await turns.asClient(order);
    const quote = getRegion(page, 'Quote');
    await expect(quote).toContainText('Design approved, due');
    await enter('Type your full name to sign', 'Noor Haddad');
    await press(page.getByRole('button', { name: 'Accept and pay $999.50' }));
    await expect(page.getByRole('status').filter({ hasText: 'Quote accepted.' })).toBeFocused();
    await expect(milestones.getByRole('listitem')).toHaveCount(2);
    await expect(milestones).not.toContainText('invoiced');
    await pay();
  });

  await test.step('the client accepts the work and pays the first milestone', async () => {
    await orders.supply(order);
    for (const name of ['start_work', 'submit_for_review'] as const) await orders.move(order, name);
    await page.reload();
    await waitForHydration(page);
    await press(page.getByRole('link', { name: 'Accept work' }));
    await expect(page.getByText('due on the dates of the milestones')).toBeVisible();
    await press(page.getByRole('button', { name: 'Accept work' }));
    await expect(milestones.getByRole('listitem').filter({ hasText: 'invoiced' })).toHaveCount(2);
    await pay();
    await expect(milestones.getByRole('listitem').first()).toContainText('paid');
    await expect(milestones.getByRole('listitem').last()).toContainText('invoiced');
  });
});
