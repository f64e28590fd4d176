import { Form, useActionData, useLoaderData } from 'react-router';
import { listQuery } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { Failure } from '#shared/errors.ts';
import { WorkPage } from '#ui/WorkPage.tsx';
import { Moderation, type ModerationOutcome } from '../components/Moderation.tsx';
import { OwnComments } from '../components/OwnComments.tsx';
import { decisionOf } from '../rules/moderation.ts';

const KEYS = ['search', 'state', 'sort', 'page'];

export const loader = pageLoader(async ({ api, search }) => {
  const [{ mails }, { role }] = await Promise.all([api.comments.mailSettings(), api.profiles.mine()]);
  const { page: _page, ...query } = listQuery(search, KEYS);
  if (role === 'owner') {
    return { mails, query, all: await api.comments.list(listQuery(search, KEYS)), own: undefined };
  }
  return { mails, query, all: undefined, own: await api.comments.mine(listQuery(search, ['state', 'page'])) };
});

const nothing: ModerationOutcome = { decision: undefined, changed: [], refused: undefined };

export const action = pageAction(async ({ api, form, all }) => {
  const asked = form.get('do');
  if (asked === 'mails') {
    await api.comments.saveMailSettings({ mails: form.get('mails') === 'on' });
    return { ...nothing, mailsSaved: true };
  }
  const ids = all('comment');
  if (asked === 'delete') {
    for (const id of ids) await api.comments.remove({ id });
    return { ...nothing, mailsSaved: false };
  }
  return { ...(await decide(api, asked, ids)), mailsSaved: false };
});

/** Decides about comments one after the other. Throws the refusal when there was nothing else. */
async function decide(api: Api, asked: string | undefined, ids: readonly string[]): Promise<ModerationOutcome> {
  const decision = decisionOf(asked);
  if (!decision || ids.length === 0) return { ...nothing, refused: 'Choose at least one comment.' };
  const changed: number[] = [];
  const reasons: string[] = [];
  for (const id of ids) {
    try {
      changed.push((await api.comments.moderate({ id, decision })).id);
    } catch (error) {
      if (ids.length === 1 || !Failure.is(error) || error.status === 401) throw error;
      reasons.push(error.data?.error.message ?? error.message);
    }
  }
  const refused = reasons.length > 0 ? `${reasons.length} not changed. ${[...new Set(reasons)].join(' ')}` : undefined;
  return { decision, changed, refused };
}

/** Comments: everybody's for the owner, who decides about them; one's own for all others. */
export function Component() {
  const { mails, query, all, own } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <WorkPage
      title={all ? 'Comments' : 'My comments'}
      intro={
        all
          ? 'Somebody’s first comment, and one with several links, waits for you. What you remove can be brought back for 30 days.'
          : 'Your first comment waits until the owner has approved it; later ones appear at once.'
      }
    >
      {all && <Moderation list={all} query={query} result={result} />}
      {own && <OwnComments list={own} query={query} />}
      <MailSetting mails={mails} saved={result !== undefined && 'done' in result && result.done.mailsSaved} />
    </WorkPage>
  );
}

function MailSetting({ mails, saved }: { mails: boolean; saved: boolean }) {
  return (
    <Form method="post" preventScrollReset className="mt-14 border-t border-rule pt-6">
      <h2 className="text-h4">Mail about comments</h2>
      <label className="mt-2 flex min-h-11 cursor-pointer items-center gap-3">
        <input type="checkbox" name="mails" defaultChecked={mails} className="size-4.5 shrink-0" />
        Write to me when my comment is approved or answered, or something of mine is commented on
      </label>
      <div className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-3">
        <button type="submit" name="do" value="mails" className="button">
          Save
        </button>
        {saved && <output className="text-small">Saved.</output>}
      </div>
    </Form>
  );
}
