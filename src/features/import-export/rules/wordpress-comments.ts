import type { Nodes } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { LONGEST_COMMENT } from '#features/comments/contract/limits.ts';
import { tidyText } from '#features/comments/contract/normalize-text.ts';
import { type ForeignComment, type ForeignThread, instantFrom } from './imported-content.ts';
import { lineOf } from './normalize-fields.ts';
import { decodeEntities } from './html.ts';
import { childrenNamed, childText, type XmlElement } from './xml.ts';

/** What was spam or in the bin there is not brought along. */
const stateOf: Readonly<Record<string, 'shown' | 'held'>> = { '1': 'shown', '0': 'held' };

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

/** Of what people wrote so much is read, with its markup: far more than a comment may have. */
const LONGEST_READ = 6 * LONGEST_COMMENT;

/** The words of HTML as a comment has them: plain text with line breaks. */
function plainText(html: string): string {
  const words = textOf(unified().use(rehypeParse, { fragment: true }).parse(html.slice(0, LONGEST_READ)));
  const text = tidyText(words.replaceAll(/[^\P{Cc}\n]/gu, ' '));
  return text.length <= LONGEST_COMMENT
    ? text
    : `${text.slice(0, LONGEST_COMMENT - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

interface Read {
  readonly id: string;
  readonly parent: string;
  readonly comment: ForeignComment;
}

function commentFrom(element: XmlElement): Read | undefined {
  const kind = childText(element, 'wp:comment_type');
  const state = stateOf[childText(element, 'wp:comment_approved')];
  const body = plainText(childText(element, 'wp:comment_content'));
  const written = [childText(element, 'wp:comment_date_gmt'), childText(element, 'wp:comment_date')];
  const createdAt = instantFrom(written.find(date => date && !date.startsWith('0000')));
  // Pingbacks and trackbacks are no words of people.
  if ((kind !== '' && kind !== 'comment') || !state || body === '' || createdAt === null) return undefined;
  const name = lineOf(decodeEntities(childText(element, 'wp:comment_author')), 100) || 'Anonymous';
  const email = lineOf(childText(element, 'wp:comment_author_email'), 254) || null;
  return {
    id: childText(element, 'wp:comment_id'),
    parent: childText(element, 'wp:comment_parent'),
    comment: {
      author: { name, designation: '', avatar: null, email },
      body,
      state,
      stateBefore: null,
      createdAt,
      editedAt: null,
      approvedAt: state === 'shown' ? createdAt : null,
      removedAt: null,
    },
  };
}

/**
 * What people said about a post, oldest first. Answers to answers become answers to what began their thread; what answered
 * something that is not brought along stands by itself.
 */
export function commentsOf(item: XmlElement): ForeignThread[] {
  const all = childrenNamed(item, 'wp:comment')
    .flatMap(element => commentFrom(element) ?? [])
    .toSorted((one, other) => (one.comment.createdAt < other.comment.createdAt ? -1 : 1));
  const byId = new Map(all.map(read => [read.id, read]));
  const rootOf = (read: Read): Read => {
    const seen = new Set<Read>();
    let at = read;
    for (let above = byId.get(at.parent); above && !seen.has(above); above = byId.get(at.parent)) {
      seen.add(above);
      at = above;
    }
    return at;
  };
  const threads = Map.groupBy(all, rootOf);
  return [...threads]
    .map(([root, members]) => ({
      ...root.comment,
      replies: members.filter(read => read !== root).map(({ comment }) => comment),
    }))
    .toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
}
