import { toMarkdown } from 'mdast-util-to-markdown';
import type { RootContent } from 'mdast';

interface PostSummary {
  readonly title: string;
  readonly description: string;
  /** The cover's URL and alt text. */
  readonly cover: { readonly address: string; readonly alt: string } | null;
  readonly path: string;
}

/** Returns the draft of an issue about a post: the title as subject, then cover, excerpt and a link. */
export function buildIssueFromPost({ title, description, cover, path }: PostSummary) {
  const text = (value: string) => ({ type: 'text' as const, value });
  const children: RootContent[] = [
    ...(cover
      ? [{ type: 'paragraph' as const, children: [{ type: 'image' as const, url: cover.address, alt: cover.alt }] }]
      : []),
    ...(description ? [{ type: 'paragraph' as const, children: [text(description)] }] : []),
    { type: 'paragraph', children: [{ type: 'link', url: path, children: [text(`Read “${title}”`)] }] },
  ];
  return {
    subject: title,
    previewText: description.slice(0, 200),
    markdown: toMarkdown({ type: 'root', children }),
    topic: 'posts' as const,
  };
}
