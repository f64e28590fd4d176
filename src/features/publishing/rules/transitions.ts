import { type Move, moves, type Status } from '../contract/status.ts';

/** Where one text stands, as far as it decides what can be done with it. */
export interface Standing {
  readonly status: Status;
  /** Readers see an older text than the one that was written last. */
  readonly hasPending: boolean;
  /** Its writer waits for a review. */
  readonly submitted: boolean;
  readonly deleted: boolean;
}

/** Where a text stands, as its row has it, or its line in the writers' list. */
export function standingOf(text: {
  readonly status: Status;
  readonly hasPending: boolean;
  readonly submittedAt: Date | string | null;
  readonly deletedAt: Date | string | null;
}): Standing {
  const { status, hasPending, submittedAt, deletedAt } = text;
  return { status, hasPending, submitted: submittedAt !== null, deleted: deletedAt !== null };
}

/** Who wants to do something, seen from that text. */
export interface Writer {
  readonly role: 'member' | 'author' | 'owner';
  readonly own: boolean;
}

/** Whether somebody may open and write this text: its writer, and the owner all of them (domain, "Who may do what"). */
export function mayWrite({ role, own }: Writer): boolean {
  return own || role === 'owner';
}

/** Whether somebody's word is enough to publish this text: authors their own, the owner all. */
export function mayPublish({ role, own }: Writer): boolean {
  return role === 'owner' || (role === 'author' && own);
}

interface Rule {
  /** Whether it can be done where the text stands. */
  readonly fits: (standing: Standing) => boolean;
  readonly who: (writer: Writer) => boolean;
  /** Why not, where it does not fit. */
  readonly otherwise: string;
}

const waitsForReview = ({ status, submitted }: Standing) => status === 'in_review' || submitted;
const hasSomethingToSubmit = (standing: Standing) =>
  standing.status === 'draft' || (standing.status === 'published' && standing.hasPending && !standing.submitted);
const notReady = ({ status }: Standing) => status !== 'published';

/** The one table of moves: pages take their buttons from it, actions their refusals. */
const rules: Readonly<Record<Move, Rule>> = {
  submit: {
    fits: hasSomethingToSubmit,
    who: writer => writer.own && !mayPublish(writer),
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
    who: mayPublish,
    otherwise: 'Readers see the newest text already.',
  },
  schedule: {
    fits: notReady,
    who: mayPublish,
    otherwise: 'This is published already. Archive it first to publish it again later.',
  },
  unschedule: {
    fits: ({ status }) => status === 'scheduled',
    who: mayPublish,
    otherwise: 'This is not scheduled.',
  },
  archive: {
    fits: ({ status }) => status === 'published',
    who: mayWrite,
    otherwise: 'Only what is published can be archived.',
  },
  unarchive: {
    fits: ({ status }) => status === 'archived',
    who: mayWrite,
    otherwise: 'This is not archived.',
  },
  'discard-changes': {
    fits: ({ status, hasPending }) => status === 'published' && hasPending,
    who: mayWrite,
    otherwise: 'Readers see the newest text already.',
  },
};

/** Why a move is not to be made, as a sentence; undefined when it may be. */
export function refusalOf(move: Move, standing: Standing, writer: Writer): string | undefined {
  if (!mayWrite(writer)) return 'This is somebody else’s.';
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
export function movesFor(standing: Standing, writer: Writer): Move[] {
  return moves.filter(move => refusalOf(move, standing, writer) === undefined);
}

/** Where a text stands after a move that fits. */
export function statusAfter(move: Move, { status }: Pick<Standing, 'status'>): Status {
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
