import KeyRound from 'lucide-react/icons/key-round';
import { use, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import type { Api } from '#shared/api.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { FormErrorMessage } from '#ui/FormErrorMessage.tsx';
import { type FormError, toFormError, useAsyncAction } from '#ui/use-async-action.ts';
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
  // Restarts autofill after a failed attempt by button.
  const [offers, setOffers] = useState(0);
  useSignInRedirect(done ? { message: 'Login successful! Redirecting...', to: next } : undefined);

  const choose = async (useBrowserAutofill: boolean) => {
    const optionsJSON = await api().passkeys.createAuthenticationOptions();
    const { startAuthentication } = await import('@simplewebauthn/browser');
    return startAuthentication({ optionsJSON, useBrowserAutofill });
  };
  const signIn = async (response: PasskeyAssertion) => {
    await api().passkeys.signIn({ response });
    setDone(true);
  };

  const press = () =>
    void run(async () => {
      try {
        await signIn(await choose(false));
      } catch (error) {
        setOffers(count => count + 1);
        if (!isCancelledByUser(error)) throw error;
        setFailure({ message: 'No passkey was used. Try again or sign in with your password.', fields: {} });
      }
    });

  return (
    <div data-needs-app="" className="grid gap-5">
      <FormErrorMessage failure={failure} />
      {!done && <PasskeyAutofill key={offers} choose={() => choose(true)} signIn={signIn} onFailure={setFailure} />}
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

interface PasskeyOfferProps {
  choose: () => Promise<PasskeyAssertion>;
  signIn: (choice: PasskeyAssertion) => Promise<void>;
  onFailure: (failure: FormError) => void;
}

/** Requests passkey autofill while mounted. */
function PasskeyAutofill({ choose, signIn, onFailure }: PasskeyOfferProps) {
  const offer = useEffectEvent(async () => {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    // Ignore errors before the user chooses a passkey: they haven’t started anything.
    const choice = await choose().catch(() => undefined);
    try {
      if (choice) await signIn(choice);
    } catch (error) {
      onFailure(toFormError(error));
    }
  });
  useEffect(() => {
    void offer();
    const timer = setInterval(() => void offer(), AUTOFILL_REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  // The browser aborts a pending request when the page unloads.
  return null;
}

/** Returns whether the user canceled, the request timed out, or a newer request replaced it. */
function isCancelledByUser(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}
