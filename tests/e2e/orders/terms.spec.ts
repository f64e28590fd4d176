import {
  getNextStep,
  getRegion,
  getStatusMessage,
  openOrder,
  orders,
  takeTurns,
  testOrders,
  unfold,
} from '../support/order-fixture.ts';
import { expect, expectSameDocument, markDocument } from '../support/test.ts';

const test = testOrders();

test('the owner decides on late fees, starts without content and quotes a revision', async ({ page, trouble }) => {
  // At first, a reason is missing.
  trouble.announce(/status (of )?422/);
  const order = await orders.paid();
  const [charged, waived] = [await orders.placeOverdueOrder(), await orders.placeOverdueOrder()];
  const turns = takeTurns(page);
  const changes = getRegion(page, 'Revisions and change orders');
  await openOrder(page, order);
  await markDocument(page);

  await test.step('term 6: charges a late fee and waives another', async () => {
    const fee = getRegion(page, 'Money')
      .locator('dl > div')
      .filter({ has: page.getByText('Late fee', { exact: true }) });
    await turns.asOwner(charged);
    await expect(fee).toContainText('$24.98');
    await unfold(fee, 'Why?');
    await expect(fee.getByText('Term 6', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Charge late fee' }).click();
    await getStatusMessage(page, 'Late fee charged.');
    await expect(fee).toHaveCount(0);
    await turns.asOwner(waived);
    // Waiving asks first.
    const waive = page.getByRole('button', { name: 'Waive late fee' });
    await expect(waive).toBeHidden();
    await unfold(fee, 'Waive late fee');
    await fee.getByLabel('Reason (optional, shown to the client)').fill('The invoice arrived late.');
    await waive.click();
    await getStatusMessage(page, 'Late fee waived.');
    await expect(fee).toHaveCount(0);
    await turns.asClient(waived);
    await expect(getRegion(page, 'Activity')).toContainText(
      /Late fee of \$24\.98 waived on invoice .*The invoice arrived late/,
    );
  });

  await test.step('term 9: starts without content, for a reason', async () => {
    await turns.asOwner(order);
    await expect(getNextStep(page).getByRole('button', { name: 'Start work' })).toBeDisabled();
    await unfold(getNextStep(page).first(), 'Why?');
    await expect(getNextStep(page).getByText('Term 9', { exact: true })).toBeVisible();
    await unfold(getNextStep(page), 'More actions');
    const without = getNextStep(page).locator('details details').filter({ hasText: 'Start without all content' });
    await unfold(without, 'Start without all content');
    const reason = without.getByLabel('Reason (shown to the client)');
    const start = without.getByRole('button', { name: 'Start without all content' });
    await start.click();
    // The disclosure stays open after an error.
    await expect(reason).toHaveAttribute('aria-invalid', 'true');
    await reason.fill('The texts follow next week.');
    await start.click();
    await expect(getNextStep(page)).toContainText('Work is in progress.');
  });

  await test.step('term 11: the client requests a fourth revision', async () => {
    await orders.useRevisions(order);
    await turns.asClient(order);
    await unfold(changes, 'Request a revision');
    await expect(changes.getByLabel('Minor')).toHaveAccessibleName(/none left, so you get a quote first/);
    await changes.getByLabel('What should change?').fill('All of it in blue.');
    await changes.getByRole('button', { name: 'Request revision' }).click();
    await getStatusMessage(page, 'You’ll get a quote to accept before it starts');
  });

  await test.step('the owner quotes it, and corrects the quote', async () => {
    await turns.asOwner(order);
    const quote = async (amount: string) => {
      await changes.getByLabel('Description').fill('Blue');
      await changes.getByLabel('Amount in USD').first().fill(amount);
      await changes.getByLabel('Extra days').fill('2');
      await changes.getByRole('button', { name: 'Send change order' }).click();
      await getStatusMessage(page, 'Change order sent.');
      // A toast with this message stays for a while.
      await expect(withdraw).toBeVisible();
    };
    const withdraw = changes.getByRole('button', { name: 'Withdraw change order' });
    await quote('1005.00');
    await withdraw.click();
    await getStatusMessage(page, 'Change order withdrawn.');
    await quote('100.50');
  });

  await test.step('the client accepts the quote', async () => {
    await turns.asClient(order);
    await getNextStep(page).getByRole('link', { name: 'Review change order' }).click();
    await expect(changes.getByRole('listitem').filter({ hasText: 'Withdrawn' })).toContainText('$1,005.00');
    await expect(changes).toContainText('Adds 2 days');
    await changes.getByRole('button', { name: 'Accept for $100.50' }).click();
    await getStatusMessage(page, 'Change order accepted and added to your order.');
    await expect(getNextStep(page)).toContainText('Work is in progress.');
  });
  await expectSameDocument(page);
});
