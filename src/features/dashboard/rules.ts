import type { PublishingTransition } from '#features/publishing/contract/status.ts';
import type { SecurityEventType } from '#features/security-events/contract/event-labels.ts';
import { setupSteps, type SetupStep } from './contract/setup-steps.ts';

export interface SetupState {
  /** False if the profile is the sample one or was not edited since the samples were deleted. */
  readonly hasOwnProfile: boolean;
  readonly hasOwnLegalPages: boolean;
  /** Number of remaining sample entries. */
  readonly samples: number;
  /** Published posts by the owner. */
  readonly publishedPosts: number;
  /** Whether clients can pay, by a provider or manually; the fake providers don't count. */
  readonly takesPayments: boolean;
  /** Whether emails are delivered. */
  readonly canSendEmail: boolean;
  /** Whether the owner's account is protected by more than a password. */
  readonly hasStrongAuth: boolean;
  /** Whether the site's address is set, in the environment or by the owner. */
  readonly hasAddress: boolean;
}

/** Returns the remaining steps in order. */
export function listRemainingSteps(state: SetupState): SetupStep[] {
  const done: Readonly<Record<SetupStep, boolean>> = {
    profile: state.hasOwnProfile,
    two_factor: state.hasStrongAuth,
    post: state.publishedPosts > 0,
    sample_content: state.samples === 0,
    legal: state.hasOwnLegalPages,
    payments: state.takesPayments,
    email: state.canSendEmail,
    site_url: state.hasAddress,
  };
  return setupSteps.filter(step => !done[step]);
}

/** Maximum number of activity entries. */
export const ACTIVITY_LIMIT = 12;

/** Security events worth showing; signing in and out would drown the rest. */
export const notableEvents: readonly SecurityEventType[] = [
  'sign_in_rate_limited',
  'password_reset',
  'password_changed',
  'email_changed',
  'sign_in_method_added',
  'sign_in_method_removed',
  'recovery_code_used',
  'role_changed',
  'account_disabled',
  'account_enabled',
  'account_deleted',
];

/** Verbs that follow the person: “Grace submitted”. */
export const transitionLabels: Readonly<Record<PublishingTransition, string>> = {
  submit: 'submitted',
  withdraw: 'took back',
  request_changes: 'sent back',
  publish: 'published',
  schedule: 'scheduled',
  unschedule: 'unscheduled',
  archive: 'archived',
  unarchive: 'made a draft again of',
  discard_changes: 'dropped the changes of',
};
