import { type PublishingTransition, transitions, type Status } from '../contract/status.ts';

/** The state of a text that decides its possible transitions. */
export interface PublishingState {
  readonly status: Status;
  /** Whether a published text has unpublished changes. */
  readonly hasPending: boolean;
  /** Whether the writer has submitted it for review. */
  readonly submitted: boolean;
  readonly deleted: boolean;
}

/** Converts a row or a list item to its publishing state. */
export function toPublishingState(text: {
  readonly status: Status;
  readonly hasUnpublishedChanges: boolean;
  readonly submittedAt: Date | string | null;
  readonly deletedAt: Date | string | null;
}): PublishingState {
  const { status, hasUnpublishedChanges, submittedAt, deletedAt } = text;
  return { status, hasPending: hasUnpublishedChanges, submitted: submittedAt !== null, deleted: deletedAt !== null };
}

export interface EntryActor {
  readonly role: 'member' | 'author' | 'owner';
  readonly own: boolean;
}

/** Returns whether the user may edit the text: its writer or the owner (domain, "Who may do what"). */
export function canEdit({ role, own }: EntryActor): boolean {
  return own || role === 'owner';
}

/** Returns whether the user may publish without review: authors their own texts, the owner all. */
export function canPublish({ role, own }: EntryActor): boolean {
  return role === 'owner' || (role === 'author' && own);
}

interface Rule {
  /** Whether the state allows the transition. */
  readonly allows: (state: PublishingState) => boolean;
  readonly mayUse: (writer: EntryActor) => boolean;
  /** The error if the state doesn't allow it. */
  readonly error: string;
  readonly next: Status;
  /** Whether a published text stays published. */
  readonly keepsPublished?: boolean;
}

const isInReview = ({ status, submitted }: PublishingState) => status === 'in_review' || submitted;
const hasSomethingToSubmit = (state: PublishingState) =>
  state.status === 'draft' || (state.status === 'published' && state.hasPending && !state.submitted);
const isUnpublished = ({ status }: PublishingState) => status !== 'published';

/** Pages derive their buttons from this table, actions their errors. */
const rules: Readonly<Record<PublishingTransition, Rule>> = {
  submit: {
    allows: hasSomethingToSubmit,
    mayUse: writer => writer.own && !canPublish(writer),
    error: 'There are no new changes to review.',
    next: 'in_review',
    keepsPublished: true,
  },
  withdraw: {
    allows: isInReview,
    mayUse: writer => writer.own,
    error: 'This isn’t in review.',
    next: 'draft',
    keepsPublished: true,
  },
  request_changes: {
    allows: isInReview,
    mayUse: writer => writer.role === 'owner' && !writer.own,
    error: 'This isn’t in review.',
    next: 'draft',
    keepsPublished: true,
  },
  publish: {
    allows: state => isUnpublished(state) || state.hasPending,
    mayUse: canPublish,
    error: 'The latest version is already published.',
    next: 'published',
  },
  schedule: {
    allows: isUnpublished,
    mayUse: canPublish,
    error: 'This is already published. To publish it again later, archive it first.',
    next: 'scheduled',
  },
  unschedule: {
    allows: ({ status }) => status === 'scheduled',
    mayUse: canPublish,
    error: 'This isn’t scheduled.',
    next: 'draft',
  },
  archive: {
    allows: ({ status }) => status === 'published',
    mayUse: canEdit,
    error: 'Only published posts and projects can be archived.',
    next: 'archived',
  },
  unarchive: {
    allows: ({ status }) => status === 'archived',
    mayUse: canEdit,
    error: 'This isn’t archived.',
    next: 'draft',
  },
  discard_changes: {
    allows: ({ status, hasPending }) => status === 'published' && hasPending,
    mayUse: canEdit,
    error: 'There are no changes to discard.',
    next: 'published',
  },
};

/** Returns why a transition is not allowed, as a sentence; undefined if it is allowed. */
export function findTransitionError(
  transition: PublishingTransition,
  state: PublishingState,
  writer: EntryActor,
): string | undefined {
  if (!canEdit(writer)) return 'This belongs to someone else, so you can’t change it.';
  if (state.deleted) return 'This is deleted. Restore it first.';
  const rule = rules[transition];
  if (!rule.mayUse(writer)) {
    return transition === 'publish' || transition === 'schedule' || transition === 'unschedule'
      ? 'Only the owner can publish this. Submit it for review.'
      : 'You don’t have permission to do this.';
  }
  return rule.allows(state) ? undefined : rule.error;
}

/** Returns the transitions that the user may make. */
export function listAllowedTransitions(state: PublishingState, writer: EntryActor): PublishingTransition[] {
  return transitions.filter(transition => findTransitionError(transition, state, writer) === undefined);
}

/** Returns the status after an allowed transition. */
export function getNextStatus(transition: PublishingTransition, { status }: Pick<PublishingState, 'status'>): Status {
  const { next, keepsPublished = false } = rules[transition];
  return keepsPublished && status === 'published' ? status : next;
}
