import type { MessageTransition, MessageState } from '../contract/states.ts';

/** The properties of a message that decide its transitions. */
type Status = { readonly state: MessageState; readonly wasAnswered: boolean };

const from: Readonly<Record<MessageTransition, readonly MessageState[]>> = {
  mark_replied: ['new'],
  archive: ['new', 'replied'],
  mark_spam: ['new', 'replied', 'archived'],
  restore: ['replied', 'archived', 'spam'],
};

/** Returns the next state; undefined if the transition is not allowed. */
export function findNextState(name: MessageTransition, { state, wasAnswered }: Status): MessageState | undefined {
  if (!from[name].includes(state)) return undefined;
  if (name !== 'restore') return ({ mark_replied: 'replied', archive: 'archived', mark_spam: 'spam' } as const)[name];
  // A message that was reopened returns to new although it has an answer.
  return wasAnswered && state !== 'replied' ? 'replied' : 'new';
}

/** Lists the transitions that a state allows. */
export function listMessageTransitions(state: MessageState): MessageTransition[] {
  return (Object.keys(from) as MessageTransition[]).filter(transition => from[transition].includes(state));
}

/** Returns whether a reply is allowed. Replying to spam would confirm the address. */
export function canReply(state: MessageState): boolean {
  return state !== 'spam';
}

export const messageStateLabels: Readonly<Record<MessageState, string>> = {
  new: 'New',
  replied: 'Replied',
  archived: 'Archived',
  spam: 'Spam',
};

/** Labels for several messages. */
export const transitionLabels: Readonly<Record<MessageTransition, string>> = {
  mark_replied: 'Mark as replied',
  archive: 'Archive',
  mark_spam: 'Mark as spam',
  restore: 'Move to inbox',
};

/** Returns the button label for a message in this state. */
export function getTransitionLabel(transition: MessageTransition, state: MessageState): string {
  if (transition === 'restore' && state === 'replied') return 'Mark as not replied';
  return transition === 'restore' && state === 'spam' ? 'Not spam' : transitionLabels[transition];
}

/** Formats the confirmation for a number of messages. */
export function formatTransitionResult(transition: MessageTransition, changed: number, others = 0): string {
  const subject = changed === 1 ? 'Message' : `${changed} messages`;
  const [it, sender] = changed === 1 ? ['It', 'this sender'] : ['They', 'these senders'];
  const results: Readonly<Record<MessageTransition, string>> = {
    mark_replied: 'marked as replied.',
    archive: 'archived.',
    mark_spam: `marked as spam. ${it} will be deleted in 30 days. New messages from ${sender} also go to spam.`,
    restore: `moved to the inbox.${others > 0 ? ` ${others} more from the same sender moved too.` : ''}`,
  };
  return `${subject} ${results[transition]}`;
}

export function parseMessageTransition(text: string | undefined): MessageTransition | undefined {
  return (Object.keys(from) as MessageTransition[]).find(transition => transition === text);
}
