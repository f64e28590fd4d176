import { toMarkdown } from 'mdast-util-to-markdown';
import type { RootContent } from 'mdast';

/** What of a post an issue begins with. */
interface AboutPost {
  readonly title: string;
  readonly description: string;
  /** The address of its cover, and what it shows. */
  readonly cover: { readonly address: string; readonly alt: string } | null;
  /** The path where it is read. */
  readonly path: string;
}

/** An issue about a post, to be written on: its title as subject, cover, excerpt, and the link with the title. */
export function buildIssueFromPost({ title, description, cover, path }: AboutPost) {
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
    preview: description.slice(0, 200),
    markdown: toMarkdown({ type: 'root', children }),
    topic: 'posts' as const,
  };
}
