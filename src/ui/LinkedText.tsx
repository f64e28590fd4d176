import { splitUrls } from './split-urls.ts';

/** Renders a text with its web addresses as links to a new tab, without a referrer, because that can be a secret link. */
export function LinkedText({ text }: { text: string }) {
  return splitUrls(text).map((part, index) =>
    part.href === undefined ? (
      part.text
    ) : (
      <a
        key={index}
        className="link [overflow-wrap:anywhere]"
        href={part.href}
        target="_blank"
        rel="noreferrer nofollow"
      >
        {part.text}
      </a>
    ),
  );
}
