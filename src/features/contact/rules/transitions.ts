import type { MessageTransition, MessageState } from '../contract/states.ts';

/** What a transition depends on. */
type Standing = { readonly state: MessageState; readonly wasAnswered: boolean };

const from: Readonly<Record<MessageTransition, readonly MessageState[]>> = {
  mark_replied: ['new'],
  archive: ['new', 'replied'],
  mark_spam: ['new', 'replied', 'archived'],
  restore: ['replied', 'archived', 'spam'],
};

/** Returns the next state; undefined if the transition is not allowed. */
export function findNextState(move: MessageTransition, { state, wasAnswered }: Standing): MessageState | undefined {
  if (!from[move].includes(state)) return undefined;
  if (move !== 'restore') return ({ mark_replied: 'replied', archive: 'archived', mark_spam: 'spam' } as const)[move];
  // A message that was reopened returns to new although it has an answer.
  return wasAnswered && state !== 'replied' ? 'replied' : 'new';
}

/** Lists the transitions that a state allows. */
export function listMessageTransitions(state: MessageState): MessageTransition[] {
  return (Object.keys(from) as MessageTransition[]).filter(move => from[move].includes(state));
}

/** Returns whether a reply is allowed. Replying to spam would confirm the address. */
export function canReply(state: MessageState): boolean {
  return state !== 'spam';
}

export const messageStateLabels: Readonly<Record<MessageState, string>> = {
  new: 'New',
  replied: 'Answered',
  archived: 'Archived',
  spam: 'Spam',
};

/** Labels for several messages. */
export const transitionLabels: Readonly<Record<MessageTransition, string>> = {
  mark_replied: 'Mark as answered',
  archive: 'Archive',
  mark_spam: 'Mark as spam',
  restore: 'Back to the inbox',
};

/** Returns the button label for a message in this state. */
export function getTransitionLabel(move: MessageTransition, state: MessageState): string {
  if (move === 'restore' && state === 'replied') return 'Let it wait again';
  return move === 'restore' && state === 'spam' ? 'Not spam' : transitionLabels[move];
}

/** Formats the confirmation for a number of messages. */
export function formatTransitionResult(move: MessageTransition, changed: number, others = 0): string {
  const [what, are] = changed === 1 ? ['The message', 'is'] : [`${changed} messages`, 'are'];
  const words: Readonly<Record<MessageTransition, string>> = {
    mark_replied: 'marked as answered',
    archive: 'archived',
    mark_spam: 'spam now, and deleted for good in 30 days',
    restore: 'in the inbox again',
  };
  const more: Readonly<Record<MessageTransition, string>> = {
    mark_replied: '',
    archive: '',
    mark_spam: ` What ${changed === 1 ? 'its sender writes' : 'their senders write'} meanwhile is spam too.`,
    restore: others > 0 ? ` So ${others === 1 ? 'is 1 more' : `are ${others} more`} by the same sender.` : '',
  };
  return `${what} ${are} ${words[move]}.${more[move]}`;
}

export function parseMessageTransition(word: string | undefined): MessageTransition | undefined {
  return (Object.keys(from) as MessageTransition[]).find(move => move === word);
}
