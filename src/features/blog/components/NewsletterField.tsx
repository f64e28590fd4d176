import { useEffect, useEffectEvent, useId, useState } from 'react';
import { Link } from 'react-router';
import type { PublishFieldsContext } from '#features/publishing/browser.ts';
import { useApi } from '#platform/pages/api-hooks.ts';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';

type PostNewsletter = Awaited<ReturnType<Api['newsletter']['getPostNewsletter']>>;

const isSendable = (newsletter: PostNewsletter) => !newsletter.issue && newsletter.audienceSize > 0;

interface NewsletterFieldProps extends PublishFieldsContext {
  postId: number;
}

/** Lets the owner also send a post as a newsletter, once. */
export function NewsletterField({ postId, isScheduled, sendsNewsletter, onSendsNewsletter }: NewsletterFieldProps) {
  const api = useApi();
  const id = useId();
  const [newsletter, setNewsletter] = useState<PostNewsletter | 'failed'>();
  const handleLoad = useEffectEvent((loaded: PostNewsletter) => {
    setNewsletter(loaded);
    if (!isSendable(loaded)) onSendsNewsletter(false);
  });
  useEffect(() => {
    api.newsletter.getPostNewsletter({ id: postId }).then(handleLoad, () => setNewsletter('failed'));
  }, [api, postId]);
  const isAvailable = typeof newsletter === 'object' && isSendable(newsletter);
  return (
    <div className="border-t border-rule pt-3">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 has-disabled:cursor-default has-disabled:text-ink-faint">
        <input
          type="checkbox"
          className="size-5 shrink-0"
          checked={isAvailable && sendsNewsletter}
          disabled={!isAvailable}
          aria-describedby={id}
          onChange={event => onSendsNewsletter(event.target.checked)}
        />
        Also send as a newsletter
      </label>
      <p id={id} className="hint min-h-[1.5em] pl-8">
        {formatHint(newsletter, isScheduled)}
        {typeof newsletter === 'object' && newsletter.issue && (
          <>
            {' '}
            <Link className="link" to={dashboardPaths.newsletterIssue(newsletter.issue.id)}>
              Open newsletter
            </Link>
          </>
        )}
      </p>
    </div>
  );
}

function formatHint(newsletter: PostNewsletter | 'failed' | undefined, isScheduled: boolean): string {
  if (newsletter === undefined) return 'Loading…';
  if (newsletter === 'failed') return 'Couldn’t load your subscribers. Close this and try again.';
  const { audienceSize, isDeliveryEnabled, issue } = newsletter;
  if (issue?.state === 'scheduled') return 'A newsletter about this post is already scheduled.';
  if (issue) return 'You already sent this post as a newsletter.';
  if (audienceSize === 0) return 'You have no subscribers to new posts yet.';
  const people = audienceSize === 1 ? '1 subscriber' : `${audienceSize.toLocaleString('en')} subscribers`;
  const sent = `Sent to ${people} of “New posts”`;
  return [
    isScheduled ? `${sent} when this post is published.` : `${sent}. You can’t recall it.`,
    ...(isDeliveryEnabled ? [] : ['No mail server is set up, so the emails only appear in the email log.']),
  ].join(' ');
}
