import type { IssueState } from '../contract/limits.ts';

const allowed = {
  save: ['draft'],
  discard: ['draft'],
  send: ['draft', 'scheduled'],
  schedule: ['draft', 'scheduled'],
  unschedule: ['scheduled'],
  pause: ['sending'],
  resume: ['paused'],
  finish: ['paused'],
} satisfies Record<string, IssueState[]>;

export type IssueTransition = keyof typeof allowed;

/** Returns whether an issue in this state allows the transition. */
export function canTransitionIssue(state: IssueState, transition: IssueTransition): boolean {
  return (allowed[transition] as IssueState[]).includes(state);
}

/** Why an issue in this state can't make a transition. */
export const transitionErrors: Readonly<Record<IssueState, string>> = {
  draft: 'This issue is a draft.',
  scheduled: 'This issue is scheduled. Cancel the schedule to change it.',
  sending: 'This issue is being sent.',
  paused: 'The sending of this issue is paused.',
  sent: 'This issue is sent, and stays as it is.',
};

/** Returns what an issue needs before it can be sent, by field. */
export function findMissingFields({ subject, markdown }: { readonly subject: string; readonly markdown: string }) {
  return {
    ...(subject.trim() === '' ? { subject: 'Give it a subject.' } : {}),
    ...(markdown.trim() === '' ? { markdown: 'Write something first.' } : {}),
  };
}

export const issueStateLabels: Readonly<Record<IssueState, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  paused: 'Paused',
  sent: 'Sent',
};
