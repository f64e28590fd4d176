import { type PublishingTransition, transitions, type Status } from '../contract/status.ts';

/** Where one text stands, as far as it decides what can be done with it. */
export interface PublishingState {
  readonly status: Status;
  /** Readers see an older text than the one that was written last. */
  readonly hasPending: boolean;
  /** Its writer waits for a review. */
  readonly submitted: boolean;
  readonly deleted: boolean;
}

/** Where a text stands, as its row has it, or its line in the writers' list. */
export function toPublishingState(text: {
  readonly status: Status;
  readonly hasPending: boolean;
  readonly submittedAt: Date | string | null;
  readonly deletedAt: Date | string | null;
}): PublishingState {
  const { status, hasPending, submittedAt, deletedAt } = text;
  return { status, hasPending, submitted: submittedAt !== null, deleted: deletedAt !== null };
}

/** Who wants to do something, seen from that text. */
export interface EntryActor {
  readonly role: 'member' | 'author' | 'owner';
  readonly own: boolean;
}

/** Whether somebody may open and write this text: its writer, and the owner all of them (domain, "Who may do what"). */
export function canEdit({ role, own }: EntryActor): boolean {
  return own || role === 'owner';
}

/** Whether somebody's word is enough to publish this text: authors their own, the owner all. */
export function canPublish({ role, own }: EntryActor): boolean {
  return role === 'owner' || (role === 'author' && own);
}

interface Rule {
  /** Whether it can be done where the text stands. */
  readonly fits: (standing: PublishingState) => boolean;
  readonly who: (writer: EntryActor) => boolean;
  /** Why not, where it does not fit. */
  readonly otherwise: string;
}

const waitsForReview = ({ status, submitted }: PublishingState) => status === 'in_review' || submitted;
const hasSomethingToSubmit = (standing: PublishingState) =>
  standing.status === 'draft' || (standing.status === 'published' && standing.hasPending && !standing.submitted);
const notReady = ({ status }: PublishingState) => status !== 'published';

/** The one table of moves: pages take their buttons from it, actions their refusals. */
const rules: Readonly<Record<PublishingTransition, Rule>> = {
  submit: {
    fits: hasSomethingToSubmit,
    who: writer => writer.own && !canPublish(writer),
    otherwise: 'There is nothing new here that could be reviewed.',
  },
  withdraw: {
    fits: waitsForReview,
    who: writer => writer.own,
    otherwise: 'No review was asked for.',
  },
  'send-back': {
    fits: waitsForReview,
    who: writer => writer.role === 'owner' && !writer.own,
    otherwise: 'No review was asked for.',
  },
  publish: {
    fits: standing => notReady(standing) || standing.hasPending,
    who: canPublish,
    otherwise: 'Readers see the newest text already.',
  },
  schedule: {
    fits: notReady,
    who: canPublish,
    otherwise: 'This is published already. Archive it first to publish it again later.',
  },
  unschedule: {
    fits: ({ status }) => status === 'scheduled',
    who: canPublish,
    otherwise: 'This is not scheduled.',
  },
  archive: {
    fits: ({ status }) => status === 'published',
    who: canEdit,
    otherwise: 'Only what is published can be archived.',
  },
  unarchive: {
    fits: ({ status }) => status === 'archived',
    who: canEdit,
    otherwise: 'This is not archived.',
  },
  'discard-changes': {
    fits: ({ status, hasPending }) => status === 'published' && hasPending,
    who: canEdit,
    otherwise: 'Readers see the newest text already.',
  },
};

/** Why a move is not to be made, as a sentence; undefined when it may be. */
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

/** The moves that somebody can make with a text where it stands. */
export function listAllowedTransitions(standing: PublishingState, writer: EntryActor): PublishingTransition[] {
  return transitions.filter(move => findTransitionError(move, standing, writer) === undefined);
}

/** Where a text stands after a move that fits. */
export function getNextStatus(move: PublishingTransition, { status }: Pick<PublishingState, 'status'>): Status {
  switch (move) {
    case 'submit':
      return status === 'published' ? 'published' : 'in_review';
    case 'withdraw':
    case 'send-back':
      return status === 'published' ? 'published' : 'draft';
    case 'publish':
      return 'published';
    case 'schedule':
      return 'scheduled';
    case 'unschedule':
    case 'unarchive':
      return 'draft';
    case 'archive':
      return 'archived';
    default:
      return status;
  }
}
