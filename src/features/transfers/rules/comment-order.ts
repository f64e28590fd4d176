import type { ForeignComment, ForeignThread } from './entries.ts';

/** A comment of an archive on its way into the site; `answers` is the place in the list of the one that it answers. */
export interface OrderedComment<Subject> {
  readonly subject: Subject;
  readonly comment: ForeignComment;
  readonly answers: number | null;
}

/**
 * All comments of an archive in the order in which they were written, as the site numbers them. Those about one thing keep
 * the order that they have in the archive, whatever their times say, and a comment comes before what answers it.
 */
export function inOrder<Subject>(
  said: readonly { readonly subject: Subject; readonly threads: readonly ForeignThread[] }[],
): OrderedComment<Subject>[] {
  interface Entry {
    readonly subject: Subject;
    readonly comment: ForeignComment;
    readonly at: string;
    readonly root: Entry | null;
  }
  const later = (one: string, other: string) => (one > other ? one : other);
  const entries = said.flatMap(({ subject, threads }) => {
    let latest = '';
    return threads.flatMap(({ replies, ...first }) => {
      latest = later(latest, first.createdAt);
      const root: Entry = { subject, comment: first, at: latest, root: null };
      let latestReply = latest;
      const answers = replies.map((comment): Entry => {
        latestReply = later(latestReply, comment.createdAt);
        return { subject, comment, at: latestReply, root };
      });
      return [root, ...answers];
    });
  });
  const sorted = entries.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  const places = new Map(sorted.map((entry, place) => [entry, place]));
  return sorted.map(({ subject, comment, root }) => ({
    subject,
    comment,
    answers: root && (places.get(root) ?? null),
  }));
}
