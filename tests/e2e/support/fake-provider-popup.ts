import { expect, type Page } from '@playwright/test';

/** Returns a new user for a fake provider. */
export function createProviderUser(verified = true) {
  const id = crypto.randomUUID().slice(0, 8);
  return { name: `Visitor ${id}`, email: `visitor-${id}@mail.example`, verified };
}
export type ProviderUser = ReturnType<typeof createProviderUser>;

/** Clicks a provider's link and returns the popup. */
export async function openPopup(page: Page, link: string | RegExp): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: link }).click();
  const popup = await opened;
  await expect(popup.getByText(/^This isn’t /)).toBeVisible();
  return popup;
}

/** Signs in as a new user at the fake provider in the popup. */
export async function completeFakeSignIn(window: Page, { name, email, verified }: ProviderUser): Promise<void> {
  await window.getByLabel('Name').fill(name);
  await window.getByLabel('Email').fill(email);
  await window.getByLabel(/has verified this address/).setChecked(verified);
  await window.getByRole('button', { name: 'Continue as this person' }).click();
}
