import type { PublishingTransition } from '#features/publishing/contract/status.ts';
import type { SecurityEventType } from '#features/security-events/contract.ts';
import { setupSteps, type SetupStep } from './contract/setup-steps.ts';

/** What is known of how far the site is set up. */
export interface SetupState {
  /** The profile is as the site came with it, or has not been written since the samples went. */
  readonly hasOwnProfile: boolean;
  readonly hasOwnLegalPages: boolean;
  /** How much of the sample content still stands. */
  readonly samples: number;
  /** Posts of the owner that readers see. */
  readonly publishedPosts: number;
  /** Whether clients can pay, by a provider or by hand; what this site itself plays moves no money. */
  readonly takesPayments: boolean;
  /** Whether mails go out. */
  readonly canSendEmail: boolean;
  /** Whether more than a password guards the owner's account. */
  readonly hasStrongAuth: boolean;
  /** Whether the environment or the owner says what the site's address is. */
  readonly hasAddress: boolean;
}

/** The steps that are left, in their order. */
export function listRemainingSteps(state: SetupState): SetupStep[] {
  const done: Readonly<Record<SetupStep, boolean>> = {
    profile: state.hasOwnProfile,
    'two-step': state.hasStrongAuth,
    post: state.publishedPosts > 0,
    samples: state.samples === 0,
    legal: state.hasOwnLegalPages,
    payments: state.takesPayments,
    mail: state.canSendEmail,
    address: state.hasAddress,
  };
  return setupSteps.filter(step => !done[step]);
}

/** How many things that happened are shown. */
export const ACTIVITY_LIMIT = 12;

/** What happened to accounts, as far as it is worth a look every day: signing in and out would drown the rest. */
export const notableEvents: readonly SecurityEventType[] = [
  'sign-in-blocked',
  'password-reset',
  'password-changed',
  'address-changed',
  'method-added',
  'method-removed',
  'recovery-code-used',
  'role-changed',
  'disabled',
  'enabled',
  'deleted',
];

/** What was done with a text, as it follows whoever did it: “Grace submitted”. */
export const transitionLabels: Readonly<Record<PublishingTransition, string>> = {
  submit: 'submitted',
  withdraw: 'took back',
  'send-back': 'sent back',
  publish: 'published',
  schedule: 'scheduled',
  unschedule: 'unscheduled',
  archive: 'archived',
  unarchive: 'made a draft again of',
  'discard-changes': 'dropped the changes of',
};
