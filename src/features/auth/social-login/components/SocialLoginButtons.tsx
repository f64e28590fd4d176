import { useState } from 'react';
import { useSignInRedirect } from '../../sessions/hooks/use-sign-in-redirect.ts';
import { paths } from '#shared/paths.ts';
import { narrowToastOptions, toast } from '#ui/toast.ts';
import type { SocialLoginProvider, SocialLoginOptions } from '../contract.ts';
import { VERIFY_EMAIL_MESSAGE, type SignInOutcome, formatSignInError } from '../rules/outcomes.ts';
import { useProviderPopup } from '../hooks/use-provider-popup.ts';
import { ProviderIcon } from './ProviderIcon.tsx';

/** Result of a provider sign-in. */
export interface ProviderOutcome {
  readonly provider: string;
  readonly outcome: string;
}

interface ProviderButtonsProps {
  options: SocialLoginOptions;
  /** Where to redirect after sign-in; defaults to the dashboard. */
  next: string | undefined;
  /** The result of a sign-in without a popup. */
  initialOutcome: ProviderOutcome | undefined;
}

/** Offers sign-in by provider: in a popup, or in the page itself without script. */
export function SocialLoginButtons({ options, next, initialOutcome: toldBefore }: ProviderButtonsProps) {
  const [told, setTold] = useState(toldBefore);
  const [welcome, setWelcome] = useState<{ message: string; to: string }>();
  useSignInRedirect(welcome);
  const onOutcome = ({ name, label }: SocialLoginProvider, outcome: SignInOutcome) => {
    if (outcome === 'signed_in') {
      setTold(undefined);
      return setWelcome({ message: `${label} login successful! Redirecting...`, to: next ?? paths.dashboard });
    }
    if (outcome !== 'verify_email') {
      console.error(`${label} login failed: ${outcome}`);
      toast.error(`${label} login failed! Try again.`, narrowToastOptions);
    }
    return setTold({ provider: name, outcome });
  };
  const { getLinkProps, pendingProvider } = useProviderPopup({ siteUrl: options.siteUrl, next, onOutcome });
  if (options.providers.length === 0) return null;
  return (
    <section aria-label="Other ways">
      <ProviderOutcomeMessage initialOutcome={told} options={options} />
      <ul className="grid gap-3">
        {options.providers.map(provider => (
          <li key={provider.name}>
            <a {...getLinkProps(provider)} className="button w-full flex-wrap justify-start gap-x-3 gap-y-1">
              <ProviderIcon provider={provider.name} />
              <span>Continue with {provider.label}</span>
              {provider.isFake && (
                <span className="meta basis-full pl-8 sm:ml-auto sm:basis-auto sm:pl-0">fake on this computer</span>
              )}
            </a>
          </li>
        ))}
      </ul>
      <PopupWaitingMessage options={options} waitingFor={pendingProvider} />
    </section>
  );
}

function ProviderOutcomeMessage({
  initialOutcome,
  options,
}: {
  initialOutcome: ProviderOutcome | undefined;
  options: SocialLoginOptions;
}) {
  if (!initialOutcome) return null;
  const label = options.providers.find(({ name }) => name === initialOutcome.provider)?.label;
  if (!label) return null;
  if (initialOutcome.outcome === 'verify_email') {
    return <output className="mb-6 block border-l-2 border-accent pl-4 text-small">{VERIFY_EMAIL_MESSAGE}</output>;
  }
  return (
    <p role="alert" className="mb-6 border-l-2 border-danger pl-4 text-small">
      {formatSignInError(initialOutcome.outcome, label)}
    </p>
  );
}

export function PopupWaitingMessage({
  options,
  waitingFor,
}: {
  options: SocialLoginOptions;
  waitingFor: string | undefined;
}) {
  const label = options.providers.find(({ name }) => name === waitingFor)?.label;
  return (
    <output className={label ? 'meta mt-4 block' : 'block'}>
      {label && `Go on in the ${label} window. Choose again here to begin anew.`}
    </output>
  );
}
