import KeyRound from 'lucide-react/icons/key-round';
import { use, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import type { Api } from '#shared/api.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { FormErrorMessage } from '#ui/FormErrorMessage.tsx';
import { useAsyncAction } from '#ui/use-async-action.ts';
import { findRelyingParty } from '../rules/relying-party.ts';
import { useSignInRedirect } from '../../sessions/hooks/use-sign-in-redirect.ts';

/** Interval for renewing the browser's passkey autofill request, in milliseconds. */
const AUTOFILL_REFRESH_MS = 4 * 60_000;

type PasskeyAssertion = Parameters<Api['passkeys']['signIn']>[0]['response'];

const never = () => () => {};

/** Returns whether the browser supports passkeys and is on the site's own origin; passkeys work on no other. */
const isPasskeySupportedAt = (url: string) =>
  'PublicKeyCredential' in window && location.origin === new URL(url).origin;

/**
 * Offers passkey sign-in by a button and by autofill in the email field (`autocomplete="username webauthn"`). Renders
 * nothing without script, without support, or on a different origin.
 */
export function PasskeySignIn({ next }: { next: string }) {
  const { url } = use(siteMetaContext);
  const supported = useSyncExternalStore(
    never,
    () => url !== '' && isPasskeySupportedAt(url),
    () => true,
  );
  if (!supported || !url || !findRelyingParty(url)) return null;
  return <PasskeyButton next={next} />;
}

function PasskeyButton({ next }: { next: string }) {
  const api = useLazyApi();
  const { busy, failure, setFailure, run } = useAsyncAction();
  const [done, setDone] = useState(false);
  useSignInRedirect(done ? { message: 'Login successful! Redirecting...', to: next } : undefined);

  const signIn = async (response: PasskeyAssertion) => {
    await api().passkeys.signIn({ response });
    setDone(true);
  };
  const press = () =>
    void run(async () => {
      try {
        const optionsJSON = await api().passkeys.createAuthenticationOptions();
        const { startAuthentication } = await import('@simplewebauthn/browser');
        await signIn(await startAuthentication({ optionsJSON }));
      } catch (error) {
        if (!isCancelledByUser(error)) throw error;
        setFailure({ message: 'No passkey was used. Try again or sign in with your password.', fields: {} });
      }
    });

  return (
    <div data-needs-app="" className="grid gap-5">
      <FormErrorMessage failure={failure} />
      {/* A pending autofill request and one by button would cancel each other. */}
      {!busy && !done && <PasskeyAutofill onChoice={response => void run(() => signIn(response))} />}
      <button
        type="button"
        className="button w-full justify-start gap-x-3"
        disabled={done}
        aria-disabled={busy || undefined}
        onClick={press}
      >
        <KeyRound className="size-5" aria-hidden="true" />
        {busy ? 'Waiting for your passkey…' : 'Sign in with a passkey'}
      </button>
    </div>
  );
}

/** Requests passkey autofill while mounted. */
function PasskeyAutofill({ onChoice }: { onChoice: (response: PasskeyAssertion) => void }) {
  const api = useLazyApi();
  const offer = useEffectEvent(async (isMounted: () => boolean) => {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    const optionsJSON = await api().passkeys.createAuthenticationOptions();
    const { startAuthentication } = await import('@simplewebauthn/browser');
    if (isMounted()) onChoice(await startAuthentication({ optionsJSON, useBrowserAutofill: true }));
  });
  useEffect(() => {
    let mounted = true;
    // Ignore errors before the user chooses a passkey: they haven’t started anything.
    const start = () => void offer(() => mounted).catch(() => {});
    start();
    const timer = setInterval(start, AUTOFILL_REFRESH_MS);
    return () => {
      mounted = false;
      clearInterval(timer);
    };
  }, []);
  // The browser aborts a pending request when the page unloads, and a request by button replaces it.
  return null;
}

/** Returns whether the user canceled, the request timed out, or a newer request replaced it. */
function isCancelledByUser(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}
