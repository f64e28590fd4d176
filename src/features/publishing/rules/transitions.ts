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
  readonly fits: (standing: PublishingState) => boolean;
  readonly who: (writer: EntryActor) => boolean;
  /** The error if the state doesn't allow it. */
  readonly otherwise: string;
  readonly next: Status;
  /** Whether a published text stays published. */
  readonly keepsPublished?: boolean;
}

const waitsForReview = ({ status, submitted }: PublishingState) => status === 'in_review' || submitted;
const hasSomethingToSubmit = (standing: PublishingState) =>
  standing.status === 'draft' || (standing.status === 'published' && standing.hasPending && !standing.submitted);
const notReady = ({ status }: PublishingState) => status !== 'published';

/** Pages derive their buttons from this table, actions their errors. */
const rules: Readonly<Record<PublishingTransition, Rule>> = {
  submit: {
    fits: hasSomethingToSubmit,
    who: writer => writer.own && !canPublish(writer),
    otherwise: 'There is nothing new here that could be reviewed.',
    next: 'in_review',
    keepsPublished: true,
  },
  withdraw: {
    fits: waitsForReview,
    who: writer => writer.own,
    otherwise: 'No review was asked for.',
    next: 'draft',
    keepsPublished: true,
  },
  request_changes: {
    fits: waitsForReview,
    who: writer => writer.role === 'owner' && !writer.own,
    otherwise: 'No review was asked for.',
    next: 'draft',
    keepsPublished: true,
  },
  publish: {
    fits: standing => notReady(standing) || standing.hasPending,
    who: canPublish,
    otherwise: 'Readers see the newest text already.',
    next: 'published',
  },
  schedule: {
    fits: notReady,
    who: canPublish,
    otherwise: 'This is published already. Archive it first to publish it again later.',
    next: 'scheduled',
  },
  unschedule: {
    fits: ({ status }) => status === 'scheduled',
    who: canPublish,
    otherwise: 'This is not scheduled.',
    next: 'draft',
  },
  archive: {
    fits: ({ status }) => status === 'published',
    who: canEdit,
    otherwise: 'Only what is published can be archived.',
    next: 'archived',
  },
  unarchive: {
    fits: ({ status }) => status === 'archived',
    who: canEdit,
    otherwise: 'This is not archived.',
    next: 'draft',
  },
  discard_changes: {
    fits: ({ status, hasPending }) => status === 'published' && hasPending,
    who: canEdit,
    otherwise: 'Readers see the newest text already.',
    next: 'published',
  },
};

/** Returns why a transition is not allowed, as a sentence; undefined if it is allowed. */
export function findTransitionError(
  move: PublishingTransition,
  standing: PublishingState,
  writer: EntryActor,
): string | undefined {
  if (!canEdit(writer)) return 'This is somebody else’s.';
  if (standing.deleted) return 'This is deleted. Have it back first.';
  const rule = rules[move];
  if (!rule.who(writer)) {
    return move === 'publish' || move === 'schedule' || move === 'unschedule'
      ? 'Only the owner can publish this. Submit it for review.'
      : 'This is not for you to do.';
  }
  return rule.fits(standing) ? undefined : rule.otherwise;
}

/** Returns the transitions that the user may make. */
export function listAllowedTransitions(standing: PublishingState, writer: EntryActor): PublishingTransition[] {
  return transitions.filter(move => findTransitionError(move, standing, writer) === undefined);
}

/** Returns the status after an allowed transition. */
export function getNextStatus(move: PublishingTransition, { status }: Pick<PublishingState, 'status'>): Status {
  const { next, keepsPublished = false } = rules[move];
  return keepsPublished && status === 'published' ? status : next;
}
