import type { MessageTransition, MessageState } from '../contract/states.ts';

/** What a transition depends on. */
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
export function getTransitionLabel(transition: MessageTransition, state: MessageState): string {
  if (transition === 'restore' && state === 'replied') return 'Let it wait again';
  return transition === 'restore' && state === 'spam' ? 'Not spam' : transitionLabels[transition];
}

/** Formats the confirmation for a number of messages. */
export function formatTransitionResult(transition: MessageTransition, changed: number, others = 0): string {
  const [subject, verb] = changed === 1 ? ['The message', 'is'] : [`${changed} messages`, 'are'];
  const results: Readonly<Record<MessageTransition, string>> = {
    mark_replied: 'marked as answered',
    archive: 'archived',
    mark_spam: 'spam now, and deleted for good in 30 days',
    restore: 'in the inbox again',
  };
  const notes: Readonly<Record<MessageTransition, string>> = {
    mark_replied: '',
    archive: '',
    mark_spam: ` What ${changed === 1 ? 'its sender writes' : 'their senders write'} meanwhile is spam too.`,
    restore: others > 0 ? ` So ${others === 1 ? 'is 1 more' : `are ${others} more`} by the same sender.` : '',
  };
  return `${subject} ${verb} ${results[transition]}.${notes[transition]}`;
}

export function parseMessageTransition(text: string | undefined): MessageTransition | undefined {
  return (Object.keys(from) as MessageTransition[]).find(transition => transition === text);
}
