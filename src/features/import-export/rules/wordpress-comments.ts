import type { Nodes } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { MAX_COMMENT_LENGTH } from '#features/comments/contract/limits.ts';
import { normalizeCommentText } from '#features/comments/contract/normalize-text.ts';
import { ownValue } from '#shared/own-value.ts';
import type { ImportedComment, ImportedThread } from './freehold-comments.ts';
import { toSingleLine } from './normalize-fields.ts';
import { decodeEntities } from './html.ts';
import type { XmlElement } from '#platform/text/parse-xml.ts';
import { listChildren, getChildDate, getChildText } from './xml.ts';

/** Spam and deleted comments are not imported. */
const stateOf: Readonly<Record<string, 'published' | 'pending'>> = { '1': 'published', '0': 'pending' };

const LINES = new Set(['br', 'p', 'div', 'li', 'blockquote', 'pre', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const PARTS = new Set(['p', 'blockquote', 'pre']);

function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node)) return '';
  if (node.type === 'element' && (node.tagName === 'script' || node.tagName === 'style')) return '';
  const text = node.children.map(textOf).join('');
  if (node.type !== 'element' || !LINES.has(node.tagName)) return text;
  return PARTS.has(node.tagName) ? `\n\n${text}\n\n` : `${text}\n`;
}

/** Maximum length of a comment's HTML to read; far more than a comment may have. */
const MAX_HTML_LENGTH = 6 * MAX_COMMENT_LENGTH;

/** Converts HTML to a comment's plain text with line breaks. */
function plainText(html: string): string {
  const words = textOf(unified().use(rehypeParse, { fragment: true }).parse(html.slice(0, MAX_HTML_LENGTH)));
  const text = normalizeCommentText(words.replaceAll(/[^\P{Cc}\n]/gu, ' '));
  return text.length <= MAX_COMMENT_LENGTH
    ? text
    : `${text.slice(0, MAX_COMMENT_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

type ParsedComment = NonNullable<ReturnType<typeof commentFrom>>;

function commentFrom(element: XmlElement) {
  const kind = getChildText(element, 'wp:comment_type');
  const state = ownValue(stateOf, getChildText(element, 'wp:comment_approved'));
  const body = plainText(getChildText(element, 'wp:comment_content'));
  const createdAt = getChildDate(element, 'wp:comment_date');
  // Pingbacks and trackbacks are not written by people.
  if ((kind !== '' && kind !== 'comment') || !state || body === '' || createdAt === null) return undefined;
  const name = toSingleLine(decodeEntities(getChildText(element, 'wp:comment_author')), 100) || 'Anonymous';
  const email = toSingleLine(getChildText(element, 'wp:comment_author_email'), 254) || null;
  const comment: ImportedComment = {
    author: { name, designation: '', avatar: null, email },
    body,
    state,
    stateBefore: null,
    createdAt,
    editedAt: null,
    approvedAt: state === 'published' ? createdAt : null,
    removedAt: null,
  };
  return { id: getChildText(element, 'wp:comment_id'), parent: getChildText(element, 'wp:comment_parent'), comment };
}

/**
 * Parses a post's comments, oldest first. Nested replies become replies to their thread's first comment; replies to
 * skipped comments start a thread.
 */
export function parseWordpressComments(item: XmlElement): ImportedThread[] {
  const all = listChildren(item, 'wp:comment')
    .flatMap(element => commentFrom(element) ?? [])
    .toSorted((one, other) => (one.comment.createdAt < other.comment.createdAt ? -1 : 1));
  const byId = new Map(all.map(read => [read.id, read]));
  const rootOf = (read: ParsedComment): ParsedComment => {
    const seen = new Set<ParsedComment>();
    let current = read;
    for (let parent = byId.get(current.parent); parent && !seen.has(parent); parent = byId.get(current.parent)) {
      seen.add(parent);
      current = parent;
    }
    return current;
  };
  const threads = Map.groupBy(all, rootOf);
  return [...threads]
    .map(([root, members]) => ({
      ...root.comment,
      replies: members.filter(read => read !== root).map(({ comment }) => comment),
    }))
    .toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
}
