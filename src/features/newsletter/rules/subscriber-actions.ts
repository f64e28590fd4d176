import type { SubscriberState } from '../contract/limits.ts';

export const subscriberActions = ['link', 'end', 'block', 'unblock', 'erase'] as const;
export type SubscriberAction = (typeof subscriberActions)[number];

export const subscriberActionLabels: Readonly<Record<SubscriberAction, string>> = {
  link: 'Send the link again',
  end: 'Unsubscribe',
  block: 'Block',
  unblock: 'Lift the block',
  erase: 'Erase',
};

const possible: Readonly<Record<SubscriberState, readonly SubscriberAction[]>> = {
  pending: ['link', 'block', 'erase'],
  subscribed: ['end', 'block', 'erase'],
  unsubscribed: ['link', 'block', 'erase'],
  blocked: ['unblock', 'erase'],
};

export function listSubscriberActions(state: SubscriberState): readonly SubscriberAction[] {
  return possible[state];
}

/** Returns the action that a form asks for; undefined if unknown. */
export function parseSubscriberAction(text: string | null | undefined): SubscriberAction | undefined {
  return subscriberActions.find(change => change === text);
}

/** Follows the address. */
export const subscriberActionMessages: Readonly<Record<SubscriberAction, string>> = {
  link: 'gets a mail with the link.',
  end: 'is unsubscribed.',
  block: 'is blocked.',
  unblock: 'is not blocked any more.',
  erase: 'is erased.',
};

/** Returns the confirmation prompt for an action that can't be undone here; undefined if none is needed. */
export function findConfirmPrompt(change: SubscriberAction, address: string) {
  if (change === 'erase') {
    const description =
      'All that is kept of it goes. If they had unsubscribed, a mark without the address stays, so that no list brings them back.';
    return { title: `Erase ${address}?`, description, confirmLabel: 'Erase' };
  }
  if (change === 'end') {
    return {
      title: `Unsubscribe ${address}?`,
      description: 'Only they can subscribe again, by a link.',
      confirmLabel: 'Unsubscribe',
    };
  }
  return undefined;
}
