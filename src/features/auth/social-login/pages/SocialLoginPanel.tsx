import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { narrowToastOptions, toast } from '#ui/toast.ts';
import { useSignInRedirect } from '../../sessions/hooks/use-sign-in-redirect.ts';
import { getSafeRedirectPath, toNextParam } from '../../sessions/rules/redirect.ts';
import { ProviderIcon } from '../components/ProviderIcon.tsx';
import { PopupWaitingMessage, ProviderOutcomeMessage } from '../components/ProviderMessages.tsx';
import type { SocialLoginProvider } from '../contract.ts';
import { useProviderPopup } from '../hooks/use-provider-popup.ts';
import { parseProviderOutcome, type ProviderOutcome, type SignInOutcome } from '../rules/outcomes.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const next = getSafeRedirectPath(searchParams.get('next'));
  return {
    options: await api.socialLogin.listProviders(),
    next: toNextParam(next),
    // The result of a sign-in without a popup.
    initialOutcome: parseProviderOutcome(searchParams),
  };
});

/** Offers sign-in with a provider: in a popup, or in the page itself without script. */
export function Component() {
  const { options, next, initialOutcome } = useLoaderData<typeof loader>();
  const [shownOutcome, setShownOutcome] = useState<ProviderOutcome | undefined>(initialOutcome);
  const [welcome, setWelcome] = useState<{ message: string; to: string }>();
  useSignInRedirect(welcome);
  const onOutcome = ({ name, label }: SocialLoginProvider, outcome: SignInOutcome) => {
    if (outcome === 'signed_in') {
      setShownOutcome(undefined);
      return setWelcome({ message: `${label} login successful! Redirecting...`, to: next ?? paths.dashboard });
    }
    if (outcome !== 'verify_email') {
      console.error(`${label} login failed: ${outcome}`);
      toast.error(`${label} login failed! Try again.`, narrowToastOptions);
    }
    return setShownOutcome({ provider: name, outcome });
  };
  const { getLinkProps, pendingProvider } = useProviderPopup({ siteUrl: options.siteUrl, next, onOutcome });
  if (options.providers.length === 0) return null;
  return (
    <section aria-label="Other ways to sign in">
      {!pendingProvider && <ProviderOutcomeMessage outcome={shownOutcome} options={options} className="mb-6" />}
      <ul className="grid gap-3">
        {options.providers.map(provider => (
          <li key={provider.name}>
            <a {...getLinkProps(provider)} className="button w-full flex-wrap justify-start gap-x-3 gap-y-1">
              <ProviderIcon provider={provider.name} />
              <span>Continue with {provider.label}</span>
              {provider.isFake && (
                <span className="meta basis-full pl-8 sm:ml-auto sm:basis-auto sm:pl-0">fake, for local testing</span>
              )}
            </a>
          </li>
        ))}
      </ul>
      <PopupWaitingMessage options={options} provider={pendingProvider} />
    </section>
  );
}
