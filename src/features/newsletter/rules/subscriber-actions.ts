import type { SubscriberState } from '../contract/limits.ts';

/** What the owner can do with an address. */
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

/** What can be done with an address in this state. */
export function listSubscriberActions(state: SubscriberState): readonly SubscriberAction[] {
  return possible[state];
}

/** The change that a form asks for, if there is such a one. */
export function parseSubscriberAction(text: string | null | undefined): SubscriberAction | undefined {
  return subscriberActions.find(change => change === text);
}

/** What was done, after the address. */
export const subscriberActionMessages: Readonly<Record<SubscriberAction, string>> = {
  link: 'gets a mail with the link.',
  end: 'is unsubscribed.',
  block: 'is blocked.',
  unblock: 'is not blocked any more.',
  erase: 'is erased.',
};

/** What is asked before a change that cannot be taken back here; undefined where none is asked. */
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
