import type { Picture } from '#shared/contract.ts';
import { paths } from '#shared/paths.ts';
import type { Reply, CommentSubject } from '../contract/schemas.ts';
import { type Commenter, getDesignation } from './auto-moderation.ts';

interface BylineRow {
  /** Null without an account. */
  readonly userName: string | null;
  readonly role: Commenter['role'] | null;
  /** Name of a commenter without an account. */
  readonly name: string | null;
  readonly designation: string;
  readonly avatar: Picture | null;
}

/** Returns the public data of a comment's author; null if the account was deleted. */
export function toCommentAuthor({ userName, role, name, designation, avatar }: BylineRow): Reply['author'] {
  if (userName !== null && role !== null) return { name: userName, designation: getDesignation(role), avatar };
  return name === null ? null : { name, designation, avatar };
}

interface SubjectRow {
  readonly postSlug: string | null;
  readonly postTitle: string | null;
  readonly postPublic: boolean | null;
  readonly projectId: string | null;
  readonly projectTitle: string | null;
  readonly projectPublic: boolean | null;
}

/** Returns the post or project of a comment, with its path if it is public. */
export function toCommentSubject(row: SubjectRow): CommentSubject {
  if (row.postSlug !== null) {
    return { kind: 'post', title: row.postTitle ?? '', path: row.postPublic ? paths.post(row.postSlug) : null };
  }
  const id = row.projectId ?? '';
  return { kind: 'project', title: row.projectTitle ?? '', path: row.projectPublic ? paths.project(id) : null };
}
