import { useEffect } from 'react';
import { Link, redirect, useLoaderData } from 'react-router';
import {
  useSession,
  loadLinkedAccounts,
  LinkedAccountsSection,
  PasskeysSection,
  TwoFactorSection,
} from '#features/auth/browser.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { openPage } from '#ui/open-page.ts';
import { toast } from '#ui/toast.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { ownValue } from '#shared/own-value.ts';
import {
  DataExportSection,
  DeleteAccountSection,
  EmailSection,
  NameSection,
  PasswordSection,
} from '../components/AccountSections.tsx';
import { SessionsSection } from '../components/SessionsSection.tsx';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const [profile, devices, rules, linkedAccounts, passkeys, twoFactor] = await Promise.all([
    api.profile.get(),
    api.profile.listSessions(),
    api.settings.getPasswordPolicy(),
    loadLinkedAccounts(api, searchParams),
    // These two sections show their own loading error.
    api.passkeys.list().catch(() => null),
    api.twoFactor.getStatus().catch(() => null),
  ]);
  return { profile, rules, devices: devices.items, linkedAccounts, passkeys, twoFactor };
});

export const action = pageAction(async ({ api, form }) => {
  const intent = form.get('intent') ?? '';
  const chosen = ownValue(profileActions, intent);
  if (!chosen) throw redirect(dashboardPaths.updateProfile);
  await chosen.run(api, form);
  const redirectPath = await findSignedOutRedirect(api, intent);
  toast.success(chosen.message);
  if (!redirectPath) return;
  // Shows the message before a full page load, so no private state remains.
  await new Promise(resolve => setTimeout(resolve, REDIRECT_DELAY_MS));
  await openPage(redirectPath);
});

type RunAction = (api: Api, form: ReadonlyMap<string, string>) => Promise<unknown>;

/** The API call and success message of each form, by its `intent`. */
const profileActions: Readonly<Record<string, { readonly run: RunAction; readonly message: string }>> = {
  name: { run: (api, form) => api.profile.update({ name: form.get('name') ?? '' }), message: 'Name saved' },
  'remove-picture': { run: api => api.profile.removeAvatar(), message: 'Picture removed' },
  email: {
    run: (api, form) =>
      api.profile.requestEmailChange({ email: form.get('email') ?? '', password: form.get('password') }),
    message: 'Check the inbox of your new address. We’ve sent a link to confirm it.',
  },
  'cancel-email': { run: api => api.profile.cancelEmailChange(), message: 'Email change canceled' },
  password: {
    run: (api, form) =>
      api.profile.changePassword({
        currentPassword: form.get('currentPassword'),
        password: form.get('password') ?? '',
        confirmPassword: form.get('confirmPassword') ?? '',
      }),
    message: 'Password saved. You were signed out everywhere else.',
  },
  'sign-out-device': {
    run: (api, form) => api.profile.revokeSession({ id: form.get('id') ?? '' }),
    message: 'Device signed out',
  },
  'sign-out-others': {
    run: api => api.profile.revokeOtherSessions(),
    message: 'Signed out everywhere else',
  },
  'sign-out-everywhere': { run: api => api.profile.revokeAllSessions(), message: 'Signed out everywhere' },
  'delete-account': {
    run: (api, form) => api.profile.deleteAccount({ email: form.get('email') ?? '', password: form.get('password') }),
    message: 'Account deleted',
  },
};

/** Delay before the full page load after sign-out, in milliseconds. */
const REDIRECT_DELAY_MS = 1500;

/** Returns where to redirect if the action signed this browser out. */
async function findSignedOutRedirect(api: Api, intent: string): Promise<string | undefined> {
  if (intent === 'delete-account') return paths.home;
  if (intent === 'sign-out-everywhere') return paths.login;
  if (intent !== 'sign-out-device') return undefined;
  const { user } = await api.auth.getSession();
  return user ? undefined : paths.login;
}

export function Component() {
  const { profile, rules, devices, linkedAccounts, passkeys, twoFactor } = useLoaderData<typeof loader>();
  const { announceChange } = useSession();
  // A full page load may follow a sign-out, so other tabs check their session.
  useEffect(() => {
    const leaving = () => announceChange('leaving');
    addEventListener('pagehide', leaving);
    return () => removeEventListener('pagehide', leaving);
  }, [announceChange]);
  return (
    <DashboardPage
      title="Update profile"
      aside={
        <Link className="link text-small" to={dashboardPaths.myProfile}>
          Back to my profile
        </Link>
      }
    >
      <NameSection profile={profile} onChange={announceChange} />
      <EmailSection profile={profile} />
      <PasswordSection profile={profile} rules={rules} />
      <LinkedAccountsSection {...linkedAccounts} returnPath={dashboardPaths.updateProfile} />
      <PasskeysSection initial={passkeys} />
      <TwoFactorSection initial={twoFactor} />
      <SessionsSection devices={devices} />
      <DataExportSection />
      <DeleteAccountSection profile={profile} />
    </DashboardPage>
  );
}
