import { useState } from 'react';
import { toast } from '#ui/toast.ts';
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
  const copy = async (url: string) => {
    try {
      await navigator.clipboard.writeText(url);
      toast.success('Link copied');
    } catch {
      toast.error('The browser did not allow copying. Select the link to copy it.');
    }
  };
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
          ? 'Whoever has this link sees what was saved last, without an account.'
          : 'Show it to somebody without an account before it is published.'}
      </p>
      {current && (
        <input
          className="field"
          aria-label="The link to the preview"
          readOnly
          value={siteUrl + current}
          onFocus={event => event.target.select()}
        />
      )}
      <FormErrorMessage failure={failure} />
      <div className="flex flex-wrap gap-3">
        {current && (
          <button type="button" className="button" onClick={() => void copy(siteUrl + current)}>
            Copy
          </button>
        )}
        <button type="button" className="button" aria-disabled={busy} onClick={() => void createLink()}>
          {current ? 'Make a new one' : 'Make a link'}
        </button>
        {current && (
          <button type="button" className="button" aria-disabled={busy} onClick={() => void revokeLink()}>
            End it
          </button>
        )}
      </div>
    </div>
  );
}
