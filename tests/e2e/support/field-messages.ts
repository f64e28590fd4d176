import { expect, type Page } from '@playwright/test';

/** Checks that each field is marked invalid and described by its message, and that a summary is shown. */
export async function expectMessages(page: Page, messages: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, message] of Object.entries(messages)) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(`${message}$`));
  }
  await expect(page.getByRole('alert')).toBeVisible();
}
