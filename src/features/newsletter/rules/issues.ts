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
  draft: 'This newsletter is a draft.',
  scheduled: 'This newsletter is scheduled. Cancel the schedule to change it.',
  sending: 'This newsletter is being sent.',
  paused: 'This newsletter is paused.',
  sent: 'This newsletter has been sent and can’t be changed.',
};

/** Returns the errors of an issue that isn't ready to be sent, by field. */
export function findMissingFields({ subject, markdown }: { readonly subject: string; readonly markdown: string }) {
  return {
    ...(subject.trim() === '' ? { subject: 'Enter a subject.' } : {}),
    ...(markdown.trim() === '' ? { markdown: 'Enter the text of your newsletter.' } : {}),
  };
}

export const issueStateLabels: Readonly<Record<IssueState, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  paused: 'Paused',
  sent: 'Sent',
};
