// The public API of this feature in the browser.
export { AuthLayout } from './components/AuthLayout.tsx';
export { EmailField, NameField } from './components/UserFields.tsx';
export { PasskeysSection } from './passkeys/components/PasskeysSection.tsx';
export { CurrentPasswordField, NewPasswordFields } from './password/components/PasswordFields.tsx';
export { SessionProvider, useSession } from './sessions/components/SessionProvider.tsx';
export { useReauthentication } from './sessions/components/ReauthenticationDialog.tsx';
export { useSignOut } from './sessions/hooks/use-sign-in-redirect.ts';
export { LinkedAccountsSection, loadLinkedAccounts } from './social-login/components/LinkedAccountsSection.tsx';
export { TwoFactorSection } from './two-factor/components/TwoFactorSection.tsx';
