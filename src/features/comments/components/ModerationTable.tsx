import type { LucideIcon } from 'lucide-react';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import CircleSlash from 'lucide-react/icons/circle-slash';
import Flag from 'lucide-react/icons/flag';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { RowActionConfig, RowActionResult } from '#ui/table/row-actions.tsx';
import { MenuForm, RowMenu } from '#ui/table/RowMenu.tsx';
import { ActionTableList } from '#ui/table/TableList.tsx';
import type { UrlQuery } from '#ui/use-url-fields.ts';
import type { ModerationAction, ModeratedComment } from '../contract/schemas.ts';
import {
  moderationActionLabels,
  parseModerationAction,
  allModerationActions,
  listModerationActions,
  formatModerationResult,
  findUndoAction,
} from '../rules/moderation.ts';
import { moderationColumns, moderationFilterOptions, moderationSortOptions } from './comment-columns.tsx';

const changes: RowActionConfig<ModerationAction, number> = {
  parseAction: parseModerationAction,
  labels: moderationActionLabels,
  keyOf: String,
  formatResult: (action, changed) => formatModerationResult(action, changed.length),
  getUndoAction: findUndoAction,
};

const icons: Readonly<Record<ModerationAction, LucideIcon>> = {
  approve: Check,
  unpublish: CircleSlash,
  remove: Trash2,
  mark_spam: Ban,
  restore: RotateCcw,
  dismiss_reports: Flag,
};

interface ModerationProps {
  list: { items: ModeratedComment[]; total: number; page: number; pageSize: number };
  query: UrlQuery;
  result: RowActionResult<ModerationAction, number>;
}

/** All comments with their moderation actions; comments to review come first. */
export function ModerationTable({ list, query, result }: ModerationProps) {
  return (
    <ActionTableList
      path={dashboardPaths.comments}
      query={query}
      list={list}
      noun={['comment', 'comments']}
      caption="Comments"
      columns={moderationColumns}
      columnsKey="comments"
      getKey={({ id }) => id}
      getRowLabel={comment => `the comment by ${nameOf(comment)}`}
      searchLabel="Text, name or email"
      filters={moderationFilterOptions}
      sorts={moderationSortOptions}
      empty={{
        title: 'No comments yet.',
        text: 'New comments on your posts and projects appear here. A person’s first comment needs your approval.',
      }}
      noMatch={{ title: 'No matching comments.', text: 'Try different words or fewer filters.' }}
      actions={changes}
      result={result}
      field="comment"
      bulkActions={allModerationActions}
      defaultBulkAction="approve"
      renderActions={(comment, onSubmit) => (
        <RowMenu id={`comment-${comment.id}-menu`} label={`Actions for the comment by ${nameOf(comment)}`}>
          <MenuForm
            fields={{ comment: comment.id }}
            actions={listModerationActions({ state: comment.state, reports: comment.reports.length })}
            labels={moderationActionLabels}
            icons={icons}
            onSubmit={onSubmit}
          />
        </RowMenu>
      )}
    />
  );
}

const nameOf = ({ author }: ModeratedComment) => author?.name ?? 'a deleted account';
