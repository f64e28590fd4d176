import { useEffect } from 'react';
import { Link, redirect, redirectDocument, useLoaderData } from 'react-router';
import { useSession } from '#features/auth/sessions/components/SessionProvider.tsx';
import {
  loadLinkedAccounts,
  LinkedAccountsSection,
} from '#features/auth/social-login/components/LinkedAccountsSection.tsx';
import { PasskeysSection } from '#features/auth/passkeys/components/PasskeysSection.tsx';
import { TwoFactorSection } from '#features/auth/two-factor/components/TwoFactorSection.tsx';
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
import { type ProfileAction, successMessages, isProfileAction, actionSections } from '../rules/form-actions.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const [profile, devices, rules, identities, site, passkeys, twoStep] = await Promise.all([
    api.profiles.mine(),
    api.profiles.devices(),
    api.settings.passwordRules(),
    loadLinkedAccounts(api),
    api.site.layout(),
    // These two parts say by themselves when they could not be read.
    api.passkeys.list().catch(() => null),
    api.twoSteps.status().catch(() => null),
  ]);
  const provider = searchParams.get('provider');
  const outcome = searchParams.get('outcome');
  const saved = searchParams.get('saved');
  return {
    profile,
    rules,
    devices: devices.items,
    identities,
    told: provider && outcome ? { provider, outcome } : undefined,
    timeZone: site.profile.timeZone,
    passkeys,
    twoStep,
    saved: isProfileAction(saved) ? saved : undefined,
  };
});

export const action = pageAction(async ({ api, form, files, redirectWithoutScript }) => {
  const intent = form.get('intent');
  if (!isProfileAction(intent)) throw redirect(dashboardPaths.updateProfile, 303);
  await runProfileAction(api, intent, form, files);
  const goesTo = await findSignedOutRedirect(api, intent);
  if (goesTo) await redirectAfterToast(goesTo, successMessages[intent]);
  redirectWithoutScript(`${withQuery(dashboardPaths.updateProfile, { saved: intent })}#${actionSections[intent]}`);
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
    name: () => api.profiles.rename({ name: text('name') }),
    picture: () => api.profiles.setAvatar(files.get('picture') ?? new File([], 'none')),
    'remove-picture': () => api.profiles.removeAvatar(),
    email: () => api.profiles.requestAddressChange({ email: text('email'), password: optional('password') }),
    'cancel-email': () => api.profiles.cancelAddressChange(),
    password: () =>
      api.profiles.changePassword({
        currentPassword: optional('currentPassword'),
        password: text('password'),
        confirmPassword: text('confirmPassword'),
      }),
    'sign-out-device': () => api.profiles.endDevice({ id: text('about') }),
    'sign-out-others': () => api.profiles.endOtherDevices(),
    'sign-out-everywhere': () => api.profiles.logoutEverywhere(),
    'delete-account': () => api.profiles.deleteAccount({ email: text('email'), password: optional('password') }),
  };
  await acts[intent]();
}

/** Where somebody goes who is signed in here no longer. */
async function findSignedOutRedirect(api: Api, intent: ProfileAction): Promise<string | undefined> {
  if (intent === 'delete-account') return paths.home;
  if (intent === 'sign-out-everywhere') return paths.login;
  if (intent !== 'sign-out-device') return undefined;
  const { user } = await api.accounts.session();
  return user ? undefined : paths.login;
}

/** Full page loads to where somebody goes after signing out come so many milliseconds later, so that they see it worked. */
const REDIRECT_DELAY_MS = 1500;

/** Leaves by a full load, so that nothing private stays behind. */
async function redirectAfterToast(to: string, message: string): Promise<never> {
  if (typeof document === 'undefined') throw redirect(to, 303);
  toast.success(message);
  await new Promise(resolve => setTimeout(resolve, REDIRECT_DELAY_MS));
  throw redirectDocument(to);
}

/** Everything about oneself that can be changed: each part is a form of its own. */
export function Component() {
  const { profile, rules, devices, identities, told, timeZone, passkeys, twoStep, saved } =
    useLoaderData<typeof loader>();
  const { announceChange } = useSession();
  // Whoever leaves by a full load has perhaps signed out: the site's other tabs then ask, too.
  useEffect(() => {
    const leaving = () => announceChange('leaving');
    addEventListener('pagehide', leaving);
    return () => removeEventListener('pagehide', leaving);
  }, [announceChange]);
  const savedIn = (section: string) => (saved && actionSections[saved] === section ? saved : undefined);
  return (
    <DashboardPage
      title="Update profile"
      aside={
        <Link className="link text-small" to={dashboardPaths.myProfile}>
          Back to my profile
        </Link>
      }
    >
      <NameSection profile={profile} saved={savedIn('name')} onChange={announceChange} />
      <EmailSection profile={profile} saved={savedIn('email')} />
      <PasswordSection profile={profile} rules={rules} saved={savedIn('password')} />
      <LinkedAccountsSection
        {...identities}
        returnPath={dashboardPaths.updateProfile}
        told={told}
        timeZone={timeZone}
      />
      <PasskeysSection initial={passkeys} />
      <TwoFactorSection initial={twoStep} />
      <SessionsSection devices={devices} saved={savedIn('devices')} />
      <DataExportSection />
      <DeleteAccountSection profile={profile} />
    </DashboardPage>
  );
}
