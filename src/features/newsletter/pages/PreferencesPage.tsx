import { Form, useActionData, useLoaderData } from 'react-router';
import { AuthLayout } from '#features/auth/browser.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { newsletterPaths } from '#shared/newsletter-paths.ts';
import { withQuery } from '#shared/paths.ts';
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
  const refused = result && 'failed' in result ? result : undefined;
  const did = result && 'done' in result ? result.done.did : before;
  if (state !== 'subscribed') return <NoNewsletter email={email} state={state} left={did === 'unsubscribe'} />;
  return (
    <AuthLayout
      title={did === 'confirm' ? 'You get the newsletter' : 'Your newsletter'}
      subtitle={`It goes to ${email}.`}
    >
      {did === 'confirm' && (
        <output className="mt-6 block border-l-2 border-accent pl-4">
          Thank you, it is confirmed. There is nothing more to do.
        </output>
      )}
      {did === 'choose' && <output className="mt-6 block border-l-2 border-accent pl-4">Saved.</output>}
      <PageForm
        action={newsletterPaths.preferences(key)}
        intent="choose"
        error={refused?.failed}
        submitLabel="Save"
        busyLabel="Saving…"
      >
        <TopicFieldset selected={chosen} error={refused?.failed.fields.topics} />
      </PageForm>
      <section className="mt-14 border-t border-rule pt-8" aria-labelledby="leave">
        <h2 id="leave" className="text-h3">
          Leave
        </h2>
        <p className="mt-2 text-ink-soft">You get no newsletter any more. Nothing else changes.</p>
        <Form method="post" action={newsletterPaths.preferences(key)} className="mt-5">
          <button type="submit" name="intent" value="unsubscribe" className="button">
            Unsubscribe
          </button>
        </Form>
      </section>
    </AuthLayout>
  );
}

function TopicFieldset({ selected, error }: { selected: readonly Topic[]; error: string | undefined }) {
  return (
    <fieldset aria-describedby={error ? 'topics-error' : undefined}>
      <legend className="mb-2 font-display text-small font-semibold">What you get</legend>
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
      ? `The subscription of ${email} is not confirmed. The mail that was sent there has the link.`
      : `No newsletter goes to ${email} any more.`;
  return (
    <AuthLayout title={left ? 'You are unsubscribed' : 'You get no newsletter'} subtitle={text}>
      {left && <output className="mt-6 block border-l-2 border-accent pl-4">Done. It takes effect at once.</output>}
      <section className="mt-14 border-t border-rule pt-8" aria-labelledby="again">
        <h2 id="again" className="text-h3">
          Changed your mind?
        </h2>
        <p className="mt-2 text-ink-soft">Enter your address, and a mail with a link is sent there.</p>
        <SubscribeForm />
      </section>
    </AuthLayout>
  );
}
