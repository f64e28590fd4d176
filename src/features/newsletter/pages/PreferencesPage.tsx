import { useActionData, useLoaderData } from 'react-router';
import { AuthLayout } from '#features/auth/browser.ts';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { newsletterPaths } from '#shared/newsletter-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { PostForm } from '#ui/PostForm.tsx';
import { getAriaProps } from '#ui/FormField.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { SubscribeForm } from '../components/SubscribeForm.tsx';
import { type SubscriberState, type Topic, topics } from '../contract/limits.ts';
import { topicLabels } from '../rules/labels.ts';

export const loader = pageLoader(async ({ api, params, searchParams }) => {
  const key = params.key ?? '';
  return { key, ...(await api.newsletter.getPreferences({ key })), did: searchParams.get('did') };
});

export const action = pageAction(async ({ api, params, form, getAll, redirectWithoutScript }) => {
  const key = params.key ?? '';
  const did = form.get('intent') === 'unsubscribe' ? 'unsubscribe' : 'choose';
  if (did === 'unsubscribe') await api.newsletter.unsubscribe({ key });
  else await api.newsletter.updatePreferences({ key, topics: getAll('topic') as Topic[] });
  redirectWithoutScript(withQuery(newsletterPaths.preferences(key), { did }));
  return { did };
});

/** Shows the preferences that the link in each newsletter opens. Opening it changes nothing. */
export function Component() {
  const { key, email, state, topics: chosen, did: before } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const refused = useRejectedForm();
  const did = result && 'done' in result ? result.done.did : refused ? null : before;
  if (state !== 'subscribed') return <NoNewsletter email={email} state={state} left={did === 'unsubscribe'} />;
  return (
    <AuthLayout
      title={did === 'confirm' ? 'You’re subscribed' : 'Newsletter preferences'}
      subtitle={`The newsletter goes to ${email}.`}
    >
      {did === 'confirm' && (
        <output className="mt-6 block border-l-2 border-accent pl-4">Thank you. Your subscription is confirmed.</output>
      )}
      {did === 'choose' && <output className="mt-6 block border-l-2 border-accent pl-4">Preferences saved.</output>}
      <PageForm
        action={newsletterPaths.preferences(key)}
        intent="choose"
        error={refused?.failed}
        submitLabel="Save preferences"
        busyLabel="Saving…"
      >
        <TopicFieldset selected={chosen} error={refused?.failed.fields.topics} />
      </PageForm>
      <section className="mt-14 border-t border-rule pt-8" aria-labelledby="leave">
        <h2 id="leave" className="text-h3">
          Unsubscribe
        </h2>
        <p className="mt-2 text-ink-soft">
          You won’t get the newsletter anymore. Other emails from this site aren’t affected.
        </p>
        <PostForm action={newsletterPaths.preferences(key)} className="mt-5">
          <button type="submit" name="intent" value="unsubscribe" className="button">
            Unsubscribe
          </button>
        </PostForm>
      </section>
    </AuthLayout>
  );
}

function TopicFieldset({ selected, error }: { selected: readonly Topic[]; error: string | undefined }) {
  return (
    <fieldset>
      <legend className="mb-2 font-display text-small font-semibold">Topics</legend>
      {topics.map(topic => {
        const [label, about] = topicLabels[topic];
        return (
          <label key={topic} className="flex min-h-11 cursor-pointer gap-3 py-2">
            <input
              type="checkbox"
              name="topic"
              value={topic}
              defaultChecked={selected.includes(topic)}
              className="mt-1 size-4.5 shrink-0"
              {...getAriaProps({ id: 'topics', error })}
            />
            <span>
              {label}
              <span className="meta block">{about}</span>
            </span>
          </label>
        );
      })}
      {error && (
        <p id="topics-error" className="mt-1.5 text-small text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

type NoNewsletterProps = { email: string; state: Exclude<SubscriberState, 'subscribed'>; left: boolean };

/** Lets an inactive subscriber resubscribe through a confirmation link, as anyone else would. */
function NoNewsletter({ email, state, left }: NoNewsletterProps) {
  const text =
    state === 'pending'
      ? `${email} isn’t confirmed yet. Open the link in the confirmation email.`
      : `The newsletter no longer goes to ${email}.`;
  return (
    <AuthLayout title={left ? 'You’re unsubscribed' : 'You’re not subscribed'} subtitle={text}>
      {left && <output className="mt-6 block border-l-2 border-accent pl-4">This takes effect immediately.</output>}
      <section className="mt-14 border-t border-rule pt-8" aria-labelledby="again">
        <h2 id="again" className="text-h3">
          Changed your mind?
        </h2>
        <p className="mt-2 text-ink-soft">Enter your email address to subscribe again.</p>
        <SubscribeForm />
      </section>
    </AuthLayout>
  );
}
