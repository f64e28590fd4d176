import { useActionData, useLoaderData } from 'react-router';
import { type BulkResult, runBulkAction } from '#platform/pages/bulk-action.ts';
import { parseListQuery } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { PostForm } from '#ui/PostForm.tsx';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { RowActionNotice } from '#ui/table/row-actions.tsx';
import { ModerationTable } from '../components/ModerationTable.tsx';
import { OwnCommentsTable } from '../components/OwnCommentsTable.tsx';
import type { ModerationAction } from '../contract/schemas.ts';
import { parseModerationAction } from '../rules/moderation.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const [{ emailNotifications }, { role }] = await Promise.all([
    api.comments.getNotificationSettings(),
    api.profile.get(),
  ]);
  const { query, params } = parseListQuery(searchParams, role === 'owner' ? ['search', 'state', 'sort'] : ['state']);
  return {
    emailNotifications,
    query,
    all: role === 'owner' ? await api.comments.listAllComments(params) : undefined,
    own: role === 'owner' ? undefined : await api.comments.listOwnComments(params),
  };
});

const noChanges: BulkResult<ModerationAction, number> = { action: undefined, succeeded: [], errorMessage: undefined };

export const action = pageAction(async ({ api, form, getAll }) => {
  const intent = form.get('do');
  if (intent === 'mails') {
    await api.comments.updateNotificationSettings({ emailNotifications: form.get('emailNotifications') === 'on' });
    return { ...noChanges, mailsSaved: true };
  }
  const ids = getAll('comment');
  if (intent === 'delete') {
    for (const id of ids) await api.comments.deleteComment({ id });
    return { ...noChanges, mailsSaved: false };
  }
  const outcome = await runBulkAction(parseModerationAction(intent), ids, 'comment', async (decision, id) => {
    const { id: changed } = await api.comments.moderateComment({ id, action: decision });
    return changed;
  });
  return { ...outcome, mailsSaved: false };
});

/** Comments: all of them for the owner, for others their own. */
export function Component() {
  const { emailNotifications, query, all, own } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <DashboardPage
      title={all ? 'Comments' : 'My comments'}
      intro={
        all
          ? 'A person’s first comment and comments with several links need your approval. You can restore removed comments for 30 days.'
          : 'Your first comment needs the owner’s approval. After that, most of your comments appear right away.'
      }
    >
      {all && <ModerationTable list={all} query={query} result={result} />}
      {own && (
        <>
          <RowActionNotice result={result} />
          <OwnCommentsTable list={own} query={query} />
        </>
      )}
      <MailSetting
        isEnabled={emailNotifications}
        saved={result !== undefined && 'done' in result && result.done.mailsSaved}
      />
    </DashboardPage>
  );
}

function MailSetting({ isEnabled, saved }: { isEnabled: boolean; saved: boolean }) {
  return (
    <PostForm preventScrollReset className="mt-14 border-t border-rule pt-6">
      <h2 className="text-h4">Email notifications</h2>
      <label className="mt-2 flex cursor-pointer items-baseline gap-3 py-2.5">
        <input
          type="checkbox"
          name="emailNotifications"
          defaultChecked={isEnabled}
          className="size-4.5 shrink-0 translate-y-0.5"
        />
        Email me when my comment is approved, or when someone replies to it or comments on my posts and projects
      </label>
      <div className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-3">
        <button type="submit" name="do" value="mails" className="button">
          Save settings
        </button>
        {saved && <output className="text-small">Settings saved.</output>}
      </div>
    </PostForm>
  );
}
