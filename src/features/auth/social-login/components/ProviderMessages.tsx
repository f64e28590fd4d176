import type { SocialLoginOptions } from '../contract.ts';
import { VERIFY_EMAIL_MESSAGE, type ProviderOutcome, formatSignInError } from '../rules/outcomes.ts';

interface ProviderOutcomeMessageProps {
  outcome: ProviderOutcome | undefined;
  options: SocialLoginOptions;
  className: string;
}

/** Shows the result of a provider sign-in. */
export function ProviderOutcomeMessage({ outcome: result, options, className }: ProviderOutcomeMessageProps) {
  const label = getLabel(options, result?.provider);
  if (!result || !label) return null;
  const { outcome } = result;
  if (outcome === 'linked' || outcome === 'verify_email') {
    return (
      <output className={`${className} block border-l-2 border-accent pl-4 text-small`}>
        {outcome === 'linked' ? `You can now sign in with ${label}.` : VERIFY_EMAIL_MESSAGE}
      </output>
    );
  }
  return (
    <p role="alert" className={`${className} border-l-2 border-danger pl-4 text-small`}>
      {formatSignInError(outcome, label)}
    </p>
  );
}

/** Names the provider whose popup is open. */
export function PopupWaitingMessage({
  options,
  provider,
}: {
  options: SocialLoginOptions;
  provider?: string | undefined;
}) {
  const label = getLabel(options, provider);
  return (
    <output className={label ? 'meta mt-4 block' : 'block'}>
      {label && `Continue in the ${label} window. To start over, choose a provider again.`}
    </output>
  );
}

function getLabel({ providers }: SocialLoginOptions, provider: string | undefined): string | undefined {
  return providers.find(({ name }) => name === provider)?.label;
}
