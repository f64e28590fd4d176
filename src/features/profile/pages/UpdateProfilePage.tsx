import { useEffect } from 'react';
import { Link, redirect, redirectDocument, useLoaderData } from 'react-router';
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
import { paths, withQuery } from '#shared/paths.ts';
import { toast } from '#ui/toast.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { SessionsSection } from '../components/SessionsSection.tsx';
import { EmailSection } from '../components/EmailSection.tsx';
import { DataExportSection, DeleteAccountSection } from '../components/AccountDeletionSections.tsx';
import { NameSection } from '../components/NameSection.tsx';
import { PasswordSection } from '../components/PasswordSection.tsx';
import { type ProfileAction, isProfileAction, profileActions } from '../rules/form-actions.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const [profile, devices, rules, linkedAccounts, passkeys, twoStep] = await Promise.all([
    api.profile.get(),
    api.profile.listSessions(),
    api.settings.getPasswordPolicy(),
    loadLinkedAccounts(api, searchParams),
    // These two sections show their own loading error.
    api.passkeys.list().catch(() => null),
    api.twoFactor.getStatus().catch(() => null),
  ]);
  return { profile, rules, devices: devices.items, linkedAccounts, passkeys, twoStep };
});

export const action = pageAction(async ({ api, form, files, redirectWithoutScript }) => {
  const intent = form.get('intent');
  if (!isProfileAction(intent)) throw redirect(dashboardPaths.updateProfile, 303);
  await runProfileAction(api, intent, form, files);
  const goesTo = await findSignedOutRedirect(api, intent);
  if (goesTo) await redirectAfterToast(goesTo, profileActions[intent].message);
  redirectWithoutScript(
    `${withQuery(dashboardPaths.updateProfile, { saved: intent })}#${profileActions[intent].section}`,
  );
  return { intent };
});

async function runProfileAction(
  api: Api,
  intent: ProfileAction,
  form: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, File>,
): Promise<void> {
  const text = (name: string) => form.get(name) ?? '';
  const optional = (name: string) => form.get(name) || undefined;
  const acts: Readonly<Record<ProfileAction, () => Promise<unknown>>> = {
    name: () => api.profile.update({ name: text('name') }),
    picture: () => api.profile.setAvatar(files.get('picture') ?? new File([], 'none')),
    'remove-picture': () => api.profile.removeAvatar(),
    email: () => api.profile.requestEmailChange({ email: text('email'), password: optional('password') }),
    'cancel-email': () => api.profile.cancelEmailChange(),
    password: () =>
      api.profile.changePassword({
        currentPassword: optional('currentPassword'),
        password: text('password'),
        confirmPassword: text('confirmPassword'),
      }),
    'sign-out-device': () => api.profile.revokeSession({ id: text('about') }),
    'sign-out-others': () => api.profile.revokeOtherSessions(),
    'sign-out-everywhere': () => api.profile.revokeAllSessions(),
    'delete-account': () => api.profile.deleteAccount({ email: text('email'), password: optional('password') }),
  };
  await acts[intent]();
}

/** Returns where to redirect if the action signed this browser out. */
async function findSignedOutRedirect(api: Api, intent: ProfileAction): Promise<string | undefined> {
  if (intent === 'delete-account') return paths.home;
  if (intent === 'sign-out-everywhere') return paths.login;
  if (intent !== 'sign-out-device') return undefined;
  const { user } = await api.auth.getSession();
  return user ? undefined : paths.login;
}

/** Delay before the full page load after sign-out, in milliseconds, so the message is visible. */
const REDIRECT_DELAY_MS = 1500;

/** Redirects by a full page load, so no private state remains. */
async function redirectAfterToast(to: string, message: string): Promise<never> {
  if (typeof document === 'undefined') throw redirect(to, 303);
  toast.success(message);
  await new Promise(resolve => setTimeout(resolve, REDIRECT_DELAY_MS));
  throw redirectDocument(to);
}

export function Component() {
  const { profile, rules, devices, linkedAccounts, passkeys, twoStep } = useLoaderData<typeof loader>();
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
      <TwoFactorSection initial={twoStep} />
      <SessionsSection devices={devices} />
      <DataExportSection />
      <DeleteAccountSection profile={profile} />
    </DashboardPage>
  );
}
