import { useState } from 'react';
import { copyText } from '#ui/copy-text.ts';
import { FormErrorMessage } from '#ui/FormErrorMessage.tsx';
import { useAsyncAction } from '#ui/use-async-action.ts';

interface PreviewLinkProps {
  siteUrl: string;
  path: string | null;
  onCreate: () => Promise<string>;
  onRevoke: () => Promise<void>;
}

export function PreviewLink({ siteUrl, path, onCreate, onRevoke }: PreviewLinkProps) {
  const [current, setCurrent] = useState(path);
  const { busy, failure, run } = useAsyncAction();
  const copy = (url: string) =>
    copyText(url, 'Link copied', 'Your browser blocked copying. Select the link and copy it.');
  const createLink = () =>
    run(async () => {
      const next = await onCreate();
      setCurrent(next);
      await copy(siteUrl + next);
    });
  const revokeLink = () =>
    run(async () => {
      await onRevoke();
      setCurrent(null);
    });
  return (
    <div className="grid gap-3">
      <p className="text-small text-ink-soft">
        {current
          ? 'Anyone with this link can see the last saved version without signing in.'
          : 'Share an unpublished version with people who don’t have an account.'}
      </p>
      {current && (
        <input
          className="field"
          aria-label="Preview URL"
          readOnly
          value={siteUrl + current}
          onFocus={event => event.target.select()}
        />
      )}
      <FormErrorMessage failure={failure} />
      <div className="flex flex-wrap gap-3">
        {current && (
          <button type="button" className="button" onClick={() => void copy(siteUrl + current)}>
            Copy link
          </button>
        )}
        <button type="button" className="button" aria-disabled={busy} onClick={() => void createLink()}>
          {current ? 'Create new link' : 'Create link'}
        </button>
        {current && (
          <button type="button" className="button button-danger" aria-disabled={busy} onClick={() => void revokeLink()}>
            Revoke link
          </button>
        )}
      </div>
    </div>
  );
}
