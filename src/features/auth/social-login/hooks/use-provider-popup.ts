import { type MouseEvent, useState } from 'react';
import { paths, withQuery } from '#shared/paths.ts';
import { openPopup } from '#ui/popup.ts';
import type { SocialLoginProvider } from '../contract.ts';
import { parsePopupMessage, type SignInOutcome } from '../rules/outcomes.ts';

/** Popup size in pixels (specification, point 9). */
const POPUP_WIDTH = 500;
const POPUP_HEIGHT = 600;

interface ProviderPopupOptions {
  /** The site's own URL: providers redirect to no other. */
  readonly siteUrl: string;
  /** Where to redirect afterwards. */
  readonly next: string | undefined;
  /** Whether to link the account to the current user. */
  readonly isLinking?: boolean;
  readonly onOutcome: (provider: SocialLoginProvider, outcome: SignInOutcome) => void;
}

/**
 * Opens a provider in a popup. `getLinkProps` returns the props of a link that works without script; `pendingProvider`
 * is the provider whose popup is open.
 */
export function useProviderPopup({ siteUrl, next, isLinking = false, onOutcome }: ProviderPopupOptions) {
  const [pendingProvider, setPendingProvider] = useState<string>();
  const buildUrl = (provider: SocialLoginProvider, channel?: string) =>
    withQuery(paths.socialLogin(provider.name), { next, add: isLinking ? 1 : undefined, channel });

  const openProvider = (provider: SocialLoginProvider) => {
    const finish = (outcome: SignInOutcome) => {
      // An earlier popup was canceled by a newer one, which is already pending.
      if (outcome !== 'cancelled-popup-request') setPendingProvider(undefined);
      onOutcome(provider, outcome);
    };
    if (location.origin !== siteUrl) return finish('unauthorized-domain');
    if (!navigator.onLine) return finish('network-request-failed');
    setPendingProvider(provider.name);
    openPopup({
      getUrl: channel => buildUrl(provider, channel),
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
    href: buildUrl(provider),
    onClick(event: MouseEvent) {
      // Let the browser open a new tab on modified clicks.
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      openProvider(provider);
    },
  });
  return { getLinkProps, pendingProvider };
}
