import type { SubscriberState } from '../contract/limits.ts';

/** What the owner can do with an address. */
export const subscriberChanges = ['link', 'end', 'block', 'unblock', 'erase'] as const;
export type SubscriberChange = (typeof subscriberChanges)[number];

export const subscriberChangeLabels: Readonly<Record<SubscriberChange, string>> = {
  link: 'Send the link again',
  end: 'Unsubscribe',
  block: 'Block',
  unblock: 'Lift the block',
  erase: 'Erase',
};

const possible: Readonly<Record<SubscriberState, readonly SubscriberChange[]>> = {
  pending: ['link', 'block', 'erase'],
  subscribed: ['end', 'block', 'erase'],
  unsubscribed: ['link', 'block', 'erase'],
  blocked: ['unblock', 'erase'],
};

/** What can be done with an address in this state. */
export function subscriberChangesFor(state: SubscriberState): readonly SubscriberChange[] {
  return possible[state];
}

/** The change that a form asks for, if there is such a one. */
export function subscriberChangeOf(text: string | null | undefined): SubscriberChange | undefined {
  return subscriberChanges.find(change => change === text);
}

/** What was done, after the address. */
export const subscriberDone: Readonly<Record<SubscriberChange, string>> = {
  link: 'gets a mail with the link.',
  end: 'is unsubscribed.',
  block: 'is blocked.',
  unblock: 'is not blocked any more.',
  erase: 'is erased.',
};

/** What is asked before a change that cannot be taken back here; undefined where none is asked. */
export function questionBefore(change: SubscriberChange, address: string) {
  if (change === 'erase') {
    const text =
      'All that is kept of it goes. If they had unsubscribed, a mark without the address stays, so that no list brings them back.';
    return { title: `Erase ${address}?`, text, yes: 'Erase' };
  }
  if (change === 'end') {
    return { title: `Unsubscribe ${address}?`, text: 'Only they can subscribe again, by a link.', yes: 'Unsubscribe' };
  }
  return undefined;
}
