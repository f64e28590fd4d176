import { useId } from 'react';
import { Link, useActionData, useLoaderData } from 'react-router';
import { type LikeTarget, LikeButton, requestLike } from '#features/likes/browser.ts';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { getAriaProps, FormField } from '#ui/FormField.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { MAX_COMMENT_LENGTH } from '../contract/limits.ts';

type Params = Readonly<Record<string, string | undefined>>;

/** Returns the target that the address names; the API rejects invalid ones. */
function toTarget({ kind, id = '' }: Params): LikeTarget {
  return kind === 'project' ? { kind, id } : { kind: 'post', id: Number(id) };
}

async function getSubject(api: Api, target: LikeTarget) {
  if (target.kind === 'post') {
    const { id } = target;
    const [{ title, slug }, { isOpen }] = await Promise.all([
      api.blog.get({ id }),
      api.comments.listPostComments({ id, pageSize: 1 }),
    ]);
    return { title, path: paths.post(slug), isOpen };
  }
  const { id } = target;
  const [{ title }, { isOpen }] = await Promise.all([
    api.projects.get({ id }),
    api.comments.listProjectComments({ id, pageSize: 1 }),
  ]);
  return { title, path: paths.project(id), isOpen };
}

export const loader = pageLoader(async ({ api, params }) => {
  const target = toTarget(params);
  const [found, likeStatus, { user }] = await Promise.all([
    getSubject(api, target),
    requestLike(api, target, 'ask'),
    api.auth.getSession(),
  ]);
  return { target, ...found, likeStatus, isSignedIn: user !== null };
});

export const action = pageAction(async ({ api, params, form }) => {
  const target = toTarget(params);
  const { kind, id } = target;
  const intent = form.get('intent');
  if (intent === 'like' || intent === 'unlike') {
    await requestLike(api, target, intent);
    return undefined;
  }
  const input = { body: form.get('body') ?? '' };
  return kind === 'post' ? api.comments.addReview({ id, ...input }) : api.comments.addProjectComment({ id, ...input });
});

/** Liking and commenting without JavaScript. This page is per reader, unlike the cached page of the post. */
export function Component() {
  const { target, title, path, likeStatus, isOpen, isSignedIn } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const refused = useRejectedForm();
  const written = result && 'done' in result ? result.done : undefined;
  const id = useId();
  const error = refused?.failed.fields.body;
  return (
    <div className="frame max-w-[42rem] pt-12 pb-24 sm:pt-16" data-hydrate="now">
      <title>{`Comment on ${title}`}</title>
      <meta name="robots" content="noindex" />
      <p className="meta">
        <Link className="inline-flex min-h-11 items-center hover:text-accent" to={path}>
          Back to {target.kind}
        </Link>
      </p>
      <h1 className="text-h2">{title}</h1>
      <p className="mt-3 text-ink-soft">
        {isOpen ? 'Like it or leave a comment.' : 'You can like it. Comments are closed.'}
      </p>
      <div className="mt-6">
        <LikeButton target={target} {...likeStatus} />
      </div>
      {written && (
        <output className="mt-8 block border-l-2 border-accent pl-4">
          {written.state === 'pending'
            ? 'Thank you. Your comment is pending approval. Until it’s approved, you can find it in your dashboard.'
            : 'Thank you. Your comment is published.'}
        </output>
      )}
      {((isSignedIn && isOpen) || refused) && !written && (
        <PageForm error={refused?.failed} submitLabel="Post comment" busyLabel="Sending…">
          <FormField id={id} label="Your comment" error={error}>
            <textarea
              id={id}
              name="body"
              className="field field-sizing-content min-h-40 resize-y"
              defaultValue={refused?.values.body}
              maxLength={MAX_COMMENT_LENGTH}
              required
              {...getAriaProps({ id, error })}
            />
          </FormField>
        </PageForm>
      )}
      {isOpen && !isSignedIn && (
        <p className="mt-8">
          <Link
            className="button button-primary"
            to={withQuery(paths.login, { next: paths.noScriptComment(target.kind, target.id) })}
          >
            Sign in to comment
          </Link>
        </p>
      )}
    </div>
  );
}
