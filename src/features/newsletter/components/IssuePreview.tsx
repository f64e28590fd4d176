import Smartphone from 'lucide-react/icons/smartphone';
import { useState } from 'react';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { Issue } from '../contract/issues.ts';

/** Shows the saved newsletter as its recipients get it. */
export function IssuePreview({ id, previewText }: Pick<Issue, 'id' | 'previewText'>) {
  const [isPhone, setPhone] = useState(false);
  return (
    <>
      <div className="mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="hint">
          {previewText ? `Preview text: ${previewText}` : 'No preview text: inboxes show the start of the text.'}
        </p>
        <button
          type="button"
          aria-pressed={isPhone}
          className="button aria-pressed:bg-accent-wash max-sm:hidden"
          onClick={() => setPhone(!isPhone)}
        >
          <Smartphone className="size-4.5" aria-hidden="true" /> Phone view
        </button>
      </div>
      <iframe
        className={`mx-auto mt-3 block h-[min(42rem,70dvh)] max-sm:h-[54dvh] w-full border border-rule bg-[white] ${isPhone ? 'max-w-[390px]' : ''}`}
        title="Newsletter preview"
        src={dashboardPaths.newsletterPreview(id)}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      />
    </>
  );
}
