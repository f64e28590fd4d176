import { type MouseEvent, useState } from 'react';
import { paths, withQuery } from '#shared/paths.ts';
import { openPopup } from '#ui/popup.ts';
import type { SocialLoginProvider } from '../contract.ts';
import { parsePopupMessage, type SignInOutcome } from '../rules/outcomes.ts';

/** The popup's size in pixels (specification, point 9). */
const POPUP_WIDTH = 500;
const POPUP_HEIGHT = 600;

interface ProviderPopupOptions {
  /** The site's own address; at any other one, providers send nobody back to this page. */
  readonly siteUrl: string;
  /** Where somebody goes afterwards. */
  readonly next: string | undefined;
  /** Whether the identity is added to the account of whoever is signed in. */
  readonly isLinking?: boolean;
  readonly onOutcome: (provider: SocialLoginProvider, outcome: SignInOutcome) => void;
}

/**
 * Goes to a provider in a popup. `linkTo` makes the props of a link that does the same without script, in the page itself;
 * `waitingFor` is the provider whose popup is open.
 */
export function useProviderPopup({ siteUrl, next, isLinking = false, onOutcome }: ProviderPopupOptions) {
  const [pendingProvider, setWaitingFor] = useState<string>();
  const addressOf = (provider: SocialLoginProvider, channel?: string) =>
    withQuery(paths.socialLogin(provider.name), { next, add: isLinking ? 1 : undefined, channel });

  const begin = (provider: SocialLoginProvider) => {
    const finish = (outcome: SignInOutcome) => {
      // What calls an earlier popup off is the next one, which is waited for already.
      if (outcome !== 'cancelled-popup-request') setWaitingFor(undefined);
      onOutcome(provider, outcome);
    };
    if (location.origin !== siteUrl) return finish('unauthorized-domain');
    if (!navigator.onLine) return finish('network-request-failed');
    setWaitingFor(provider.name);
    openPopup({
      getUrl: channel => addressOf(provider, channel),
      width: POPUP_WIDTH,
      height: POPUP_HEIGHT,
      onMessage(data) {
        const message = parsePopupMessage(data, provider.name);
        if (message) finish(message.outcome);
        return message !== undefined;
      },
      onFailure: finish,
    });
    return undefined;
  };

  const getLinkProps = (provider: SocialLoginProvider) => ({
    href: addressOf(provider),
    onClick(event: MouseEvent) {
      // A click that asks for a new tab gets one, which goes the whole way by itself.
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      begin(provider);
    },
  });
  return { getLinkProps, pendingProvider };
}
