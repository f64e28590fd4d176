import type { SubscriberState } from '../contract/limits.ts';

const subscriberActions = ['resend_confirmation', 'unsubscribe', 'block', 'unblock', 'delete'] as const;
export type SubscriberAction = (typeof subscriberActions)[number];

export const subscriberActionLabels: Readonly<Record<SubscriberAction, string>> = {
  resend_confirmation: 'Send the link again',
  unsubscribe: 'Unsubscribe',
  block: 'Block',
  unblock: 'Lift the block',
  delete: 'Erase',
};

export const actionsByState: Readonly<Record<SubscriberState, readonly SubscriberAction[]>> = {
  pending: ['resend_confirmation', 'block', 'delete'],
  subscribed: ['unsubscribe', 'block', 'delete'],
  unsubscribed: ['resend_confirmation', 'block', 'delete'],
  blocked: ['unblock', 'delete'],
};

/** Returns the action that a form asks for; undefined if unknown. */
export function parseSubscriberAction(text: string | null | undefined): SubscriberAction | undefined {
  return subscriberActions.find(change => change === text);
}

/** Follows the address. */
export const subscriberActionMessages: Readonly<Record<SubscriberAction, string>> = {
  resend_confirmation: 'gets a mail with the link.',
  unsubscribe: 'is unsubscribed.',
  block: 'is blocked.',
  unblock: 'is not blocked any more.',
  delete: 'is erased.',
};

/** Returns the confirmation prompt for an action that can't be undone here; undefined if none is needed. */
export function findConfirmPrompt(change: SubscriberAction, address: string) {
  if (change === 'delete') {
    const description =
      'All that is kept of it goes. If they had unsubscribed, a mark without the address stays, so that no list brings them back.';
    return { title: `Erase ${address}?`, description, confirmLabel: 'Erase' };
  }
  if (change === 'unsubscribe') {
    const description = 'Only they can subscribe again, by a link.';
    return { title: `Unsubscribe ${address}?`, description, confirmLabel: 'Unsubscribe' };
  }
  return undefined;
}
