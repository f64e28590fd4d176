import { KeyRound } from 'lucide-react';
import { use, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useApiLater } from '#platform/pages/api.ts';
import type { Api } from '#shared/api.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { TaskFailureText } from '#ui/TaskFailureText.tsx';
import { type TaskFailure, taskFailure, useTask } from '#ui/use-task.ts';
import { relyingPartyOf } from '../rules/relying-party.ts';
import { useWelcome } from './ComingAndGoing.tsx';

/** A browser's offer of passkeys in its own list at the e-mail field is renewed after so many milliseconds. */
const OFFER_LASTS = 4 * 60_000;

type Options = Awaited<ReturnType<Api['passkeys']['signInOptions']>>;

const never = () => () => {};

/** Whether the browser has passkeys, and this is the address that the site's are made for: at another none works. */
const worksAt = (url: string) => 'PublicKeyCredential' in window && location.origin === new URL(url).origin;

/**
 * Signing in with a passkey: by a button, and by the browser's own list at the e-mail field where it has one (that field
 * says `autocomplete="username webauthn"`). Absent without script, without support, and at an address of numbers.
 */
export function PasskeySignIn({ next }: { next: string }) {
  const { url } = use(siteMetaContext);
  const supported = useSyncExternalStore(
    never,
    () => url !== '' && worksAt(url),
    () => true,
  );
  if (!supported || !url || !relyingPartyOf(url)) return null;
  return <PasskeyButton next={next} />;
}

function PasskeyButton({ next }: { next: string }) {
  const api = useApiLater();
  const { busy, failure, setFailure, run } = useTask();
  const [done, setDone] = useState(false);
  // The browser's list is offered anew after the button was pressed in vain.
  const [offers, setOffers] = useState(0);
  useWelcome(done ? { message: 'Login successful! Redirecting...', to: next } : undefined);

  const begin = () => api().passkeys.signInOptions();
  const signIn = async (optionsJSON: Options, fromList: boolean) => {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill: fromList });
    await api().passkeys.signIn({ response });
    setDone(true);
  };

  const press = () =>
    void run(async () => {
      try {
        await signIn(await begin(), false);
      } catch (error) {
        setOffers(count => count + 1);
        if (!isGivenUp(error)) throw error;
        setFailure({ message: 'No passkey was used. Try again, or sign in with your password.', fields: {} });
      }
    });

  return (
    <div data-needs-app="" className="grid gap-5">
      <TaskFailureText failure={failure} />
      {!done && (
        <PasskeyOffer key={offers} begin={begin} signIn={options => signIn(options, true)} onFailure={setFailure} />
      )}
      <button type="button" className="button w-full justify-start gap-x-3" disabled={busy || done} onClick={press}>
        <KeyRound className="size-5" aria-hidden="true" />
        {busy ? 'Waiting for your passkey…' : 'Sign in with a passkey'}
      </button>
    </div>
  );
}

interface PasskeyOfferProps {
  begin: () => Promise<Options>;
  signIn: (options: Options) => Promise<void>;
  onFailure: (failure: TaskFailure) => void;
}

/** Has the browser offer passkeys in its own list, for as long as this stands. */
function PasskeyOffer({ begin, signIn, onFailure }: PasskeyOfferProps) {
  const offer = useEffectEvent(async (stands: () => boolean) => {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.()) || !stands()) return;
    // Nobody has asked yet, so nobody is told when there is nothing to offer.
    const options = await begin().catch(() => undefined);
    try {
      if (options && stands()) await signIn(options);
    } catch (error) {
      // What fails because the page was left meanwhile concerns nobody.
      if (stands() && !isGivenUp(error)) onFailure(taskFailure(error));
    }
  });
  // Before the field is gone, and not some time after.
  useLayoutEffect(() => {
    let stands = true;
    const ask = () => void offer(() => stands);
    ask();
    const timer = setInterval(ask, OFFER_LASTS);
    return () => {
      stands = false;
      clearInterval(timer);
    };
  }, []);
  // A question that is still open when the page is left is the browser's to end.
  return null;
}

/** Whether the person closed the browser's window, it timed out, or a newer question took its place. */
function isGivenUp(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}
