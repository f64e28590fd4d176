import type { SubscriberState } from '../contract/limits.ts';

const subscriberActions = ['resend_confirmation', 'unsubscribe', 'block', 'unblock', 'delete'] as const;
export type SubscriberAction = (typeof subscriberActions)[number];

export const subscriberActionLabels: Readonly<Record<SubscriberAction, string>> = {
  resend_confirmation: 'Resend confirmation link',
  unsubscribe: 'Unsubscribe',
  block: 'Block',
  unblock: 'Unblock',
  delete: 'Delete',
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
  resend_confirmation: 'will get a confirmation link',
  unsubscribe: 'unsubscribed',
  block: 'blocked',
  unblock: 'unblocked',
  delete: 'deleted',
};

/** Returns the confirmation prompt for an action that can't be undone here; undefined if none is needed. */
export function findConfirmPrompt(change: SubscriberAction, address: string) {
  if (change === 'delete') {
    const description =
      'Deletes everything stored about this subscriber. If they unsubscribed or are blocked, an import won’t add them again. You can’t undo this.';
    return { title: `Delete ${address}?`, description, confirmLabel: 'Delete subscriber' };
  }
  if (change === 'unsubscribe') {
    const description = 'They’ll stop getting the newsletter. Only they can subscribe again, with a confirmation link.';
    return { title: `Unsubscribe ${address}?`, description, confirmLabel: 'Unsubscribe' };
  }
  return undefined;
}
