import { isSameContent } from '#features/publishing/rules/content.ts';
import type { PostContent } from '../contract/editing.ts';

export const emptyContent: PostContent = {
  title: '',
  description: '',
  markdown: '',
  category: 'Technology',
  tags: [],
  coverImageId: null,
  coverAlt: '',
  canonicalUrl: null,
  metaTitle: null,
  metaDescription: null,
  socialTitle: null,
  socialDescription: null,
  socialImageId: null,
};

/** Picks the content fields of an object. */
export function toPostContent(post: PostContent): PostContent {
  const entries = Object.keys(emptyContent).map(key => [key, post[key as keyof PostContent]]);
  return Object.fromEntries(entries) as PostContent;
}

/** The columns that hold the content. */
type ContentColumns = Omit<PostContent, 'category'> & { readonly category: string };

/** Returns the published content of a post. */
function fromPostRow(row: ContentColumns): PostContent {
  return toPostContent({ ...row, category: row.category as PostContent['category'] });
}

/** Returns the latest content of a post, published or pending. */
export function toLatestContent(row: ContentColumns & { unpublishedChanges: PostContent | null }): PostContent {
  return row.unpublishedChanges ?? fromPostRow(row);
}

/** Returns the pending changes of a published post; null if the content equals the published one. */
export function diffUnpublishedChanges(row: ContentColumns, content: PostContent): PostContent | null {
  return isSameContent(content, fromPostRow(row)) ? null : content;
}

/** Returns the publish errors by field; empty if the post can be published. */
export function findPublishErrors({
  title,
  markdown,
}: Pick<PostContent, 'title' | 'markdown'>): Record<string, string> {
  return {
    ...(title === '' ? { title: 'Enter a title before you publish.' } : {}),
    ...(markdown.trim() === '' ? { markdown: 'Enter some text before you publish.' } : {}),
  };
}
