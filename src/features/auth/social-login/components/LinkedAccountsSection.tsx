import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { useReauthentication, type WithProof } from '../../sessions/components/ReauthenticationDialog.tsx';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import type { Api } from '#shared/api.ts';
import { useConfirm } from '#ui/ConfirmDialog.tsx';
import { SiteTime } from '#ui/DateTime.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { useAsyncAction } from '#ui/use-async-action.ts';
import type { LinkedAccount, SocialLoginProvider } from '../contract.ts';
import { parseProviderOutcome, type ProviderOutcome, type SignInOutcome } from '../rules/outcomes.ts';
import { PopupWaitingMessage, ProviderOutcomeMessage } from './ProviderMessages.tsx';
import { useProviderPopup } from '../hooks/use-provider-popup.ts';
import { ProviderIcon } from './ProviderIcon.tsx';

/** Loads the props of the section: the accounts, and the result of linking one, from the page's query parameters. */
export async function loadLinkedAccounts(api: Api, searchParams: URLSearchParams) {
  const [offer, { items }] = await Promise.all([api.socialLogin.listProviders(), api.socialLogin.listLinkedAccounts()]);
  return { offer, identities: items, initialOutcome: parseProviderOutcome(searchParams) };
}

interface LinkedAccountsSectionProps extends Awaited<ReturnType<typeof loadLinkedAccounts>> {
  /** Path of the page with this section. */
  returnPath: string;
}

/** Lists, links and unlinks provider accounts. */
export function LinkedAccountsSection({ offer, identities, returnPath, initialOutcome }: LinkedAccountsSectionProps) {
  const [shownOutcome, setShownOutcome] = useState<ProviderOutcome | undefined>(initialOutcome);
  const { withProof, askForProof, reauthenticationDialog } = useReauthentication();
  const { confirm, dialog } = useConfirm();
  const { revalidate } = useRevalidator();
  const onOutcome = ({ name, label }: SocialLoginProvider, outcome: SignInOutcome) => {
    if (outcome === 'linked') void revalidate();
    else if (outcome === 'requires-recent-login')
      void askForProof().then(passed => passed && setShownOutcome(undefined));
    else console.error(`Linking ${label} failed: ${outcome}`);
    setShownOutcome({ provider: name, outcome });
  };
  const { getLinkProps, pendingProvider } = useProviderPopup({
    siteUrl: offer.siteUrl,
    next: returnPath,
    isLinking: true,
    onOutcome,
  });
  return (
    <SettingsSection
      id="identities"
      title="Linked accounts"
      description="Sign in with an account from another service. With a second sign-in method, losing one won’t lock you out."
    >
      {!pendingProvider && <ProviderOutcomeMessage outcome={shownOutcome} options={offer} className="mb-5" />}
      {identities.length > 0 ? (
        <ul className="border-t border-rule">
          {identities.map(identity => (
            <LinkedAccountRow
              key={identity.id}
              identity={identity}
              withProof={withProof}
              confirm={confirm}
              onRemove={() => setShownOutcome(undefined)}
            />
          ))}
        </ul>
      ) : (
        <p className="text-small text-ink-soft">
          {offer.providers.length > 0
            ? 'No linked accounts yet.'
            : 'This site doesn’t offer sign-in with other services.'}
        </p>
      )}
      <ul className="mt-6 flex flex-wrap gap-3 empty:hidden">
        {offer.providers.map(provider => (
          <li key={provider.name}>
            <a {...getLinkProps(provider)} className="button">
              <ProviderIcon provider={provider.name} />
              <span>Add {provider.label}</span>
              {provider.isFake && <span className="hint">fake</span>}
            </a>
          </li>
        ))}
      </ul>
      <PopupWaitingMessage options={offer} provider={pendingProvider} />
      {dialog}
      {reauthenticationDialog}
    </SettingsSection>
  );
}

interface LinkedAccountRowProps {
  identity: LinkedAccount;
  withProof: WithProof;
  confirm: ReturnType<typeof useConfirm>['confirm'];
  onRemove: () => void;
}

function LinkedAccountRow({ identity, withProof, confirm, onRemove }: LinkedAccountRowProps) {
  const api = useLazyApi();
  const revalidator = useRevalidator();
  const { busy, failure, run } = useAsyncAction();
  const { id, provider, label, accountName, linkedAt, canUnlink } = identity;
  const called = accountName ? `${label}, ${accountName}` : label;
  const remove = async () => {
    const confirmed = await confirm({
      title: `Remove ${label}?`,
      description: `You won’t be able to sign in with ${accountName ? `the ${label} account ${accountName}` : label} until you add it again.`,
      confirmLabel: 'Remove account',
    });
    if (!confirmed) return;
    onRemove();
    await run(async () => {
      if (await withProof(() => api().socialLogin.unlinkAccount({ id }))) await revalidator.revalidate();
    });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule py-3">
      <ProviderIcon provider={provider} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-display font-semibold">{label}</p>
        <p className="hint break-words">
          {accountName && `${accountName}, `}added <SiteTime instant={linkedAt} isDateOnly />
        </p>
        {!canUnlink && (
          <p className="hint">This is your only sign-in method. Set a password or add another method first.</p>
        )}
        {failure && (
          <p role="alert" className="mt-1 text-small text-danger">
            {failure.message}
          </p>
        )}
      </div>
      {canUnlink && (
        <button
          type="button"
          className="button button-danger"
          aria-label={`Remove ${called}`}
          aria-disabled={busy || undefined}
          onClick={() => void remove()}
        >
          {busy ? 'Removing…' : 'Remove'}
        </button>
      )}
    </li>
  );
}
