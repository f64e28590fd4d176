import { splitUrls } from '#ui/split-urls.ts';
import { splitParagraphs } from '../rules/comment-text.ts';

/** Comment text: paragraphs with line breaks, and URLs as links that the site does not endorse. */
export function CommentText({ body }: { body: string }) {
  return splitParagraphs(body).map((paragraph, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- A text's paragraphs have no other name than their place.
    <p key={index} dir="auto" className="mt-1 [p+&]:mt-3 whitespace-pre-line text-ink-soft">
      {splitUrls(paragraph).map(({ text, href }, part) =>
        href ? (
          // oxlint-disable-next-line react/no-array-index-key
          <a key={part} className="link" href={href} rel="ugc nofollow noopener">
            {text}
          </a>
        ) : (
          text
        ),
      )}
    </p>
  ));
}
