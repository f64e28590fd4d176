import Check from 'lucide-react/icons/check';
import Link2 from 'lucide-react/icons/link-2';
import { useState } from 'react';
import { copyText } from '#ui/copy-text.ts';

const item = 'inline-flex min-h-11 items-center gap-2 text-small text-ink-soft no-underline hover:text-accent';

/** Links to share a post. None loads third-party content. */
export function ShareLinks({ title, url }: { title: string; url: string }) {
  const [copied, setCopied] = useState(false);
  const Icon = copied ? Check : Link2;
  const encoded = encodeURIComponent(url);
  const sites = [
    ['Bluesky', `https://bsky.app/intent/compose?text=${encodeURIComponent(`${title} ${url}`)}`],
    ['LinkedIn', `https://www.linkedin.com/sharing/share-offsite/?url=${encoded}`],
  ] as const;
  const copyLink = async () => {
    const blocked = 'Your browser blocked copying. Copy the URL from the address bar.';
    if (!(await copyText(url, 'Link copied', blocked))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <ul className="no-print flex flex-wrap gap-x-3 sm:gap-x-6" aria-label="Share">
      <li>
        <button
          type="button"
          data-needs-app=""
          className={`${item} ${copied ? 'copied' : ''}`}
          onClick={() => void copyLink()}
        >
          <Icon className={copied ? 'size-4 text-accent' : 'size-4'} aria-hidden="true" /> Copy link
        </button>
      </li>
      <li>
        <a className={item} href={`mailto:?subject=${encodeURIComponent(title)}&body=${encoded}`}>
          Email
        </a>
      </li>
      {sites.map(([site, href]) => (
        <li key={site}>
          <a className={item} href={href} target="_blank" rel="noopener">
            {site}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
