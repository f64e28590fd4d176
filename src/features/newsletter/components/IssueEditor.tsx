import { type FormEvent, use, useMemo, useRef, useState } from 'react';
import { Form, useNavigation, useSubmit } from 'react-router';
import {
  ContentEditor,
  EditorNotices,
  SaveStatus,
  useContentEditor,
  usePicturePicking,
} from '#features/publishing/browser.ts';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { Autosave, omitChanged, useAutosave } from '#ui/autosave.ts';
import { ModalDialog } from '#ui/ModalDialog.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { TextField } from '#ui/TextField.tsx';
import { formatTimeZone } from '#shared/time.ts';
import type { Issue, IssueContent } from '../contract/issues.ts';
import { MAX_PREVIEW_TEXT_LENGTH, MAX_SUBJECT_LENGTH, type Topic, topics } from '../contract/limits.ts';
import { topicLabels } from '../rules/labels.ts';
import { IssueFrame } from './IssueFrame.tsx';
import { IssuePreview } from './IssuePreview.tsx';
import { IntentButton, type IssueFormProps, SubmissionError } from './IntentButton.tsx';

function contentOf({ subject, previewText, markdown, topic }: IssueContent): IssueContent {
  return { subject, previewText, markdown, topic };
}

export function IssueEditor({ issue, failure }: IssueFormProps) {
  const api = useLazyApi();
  const loadLatest = async () => {
    const latest = await api().newsletter.getIssue({ id: issue.id });
    return { content: contentOf(latest), version: latest.version };
  };
  const autosave = useMemo(
    () =>
      new Autosave<IssueContent>({
        key: () => `newsletter ${issue.id}`,
        content: contentOf(issue),
        version: issue.version,
        save: async (content, version) =>
          (await api().newsletter.updateIssue({ id: issue.id, version, ...content })).version,
        load: loadLatest,
      }),
    // Created once per issue, so autosave survives rerenders.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [issue.id],
  );
  const snapshot = useAutosave(autosave);
  const submit = useSubmit();
  const busy = useNavigation().state !== 'idle';
  const { pick, dialog } = usePicturePicking();
  const { content, state } = snapshot;
  const { editor, onText, flushEditor } = useContentEditor(content.markdown, markdown => autosave.change({ markdown }));
  const [rejected, setRejected] = useState({ failure, content });
  if (rejected.failure !== failure) setRejected({ failure, content });
  const fields =
    state.kind === 'invalid' ? state.fields : omitChanged(failure?.failed.fields ?? {}, rejected.content, content);
  const isSubmitting = useRef(false);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSubmitting.current || !flushEditor()) return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const form = new FormData(event.currentTarget, submitter);
    isSubmitting.current = true;
    try {
      if (await autosave.flush()) await submit(form, { method: 'post' });
    } finally {
      isSubmitting.current = false;
    }
  };
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const openPreview = async () => {
    if (flushEditor() && (await autosave.flush())) setPreviewOpen(true);
  };
  return (
    <IssueFrame issue={issue} subject={content.subject}>
      <Form method="post" noValidate onSubmit={event => void onSubmit(event)}>
        <div className="max-w-[42rem]">
          {issue.statusMessage && (
            <p role="note" className="mb-6 border-l-2 border-danger pl-4 text-small">
              {issue.statusMessage}
            </p>
          )}
          <SubmissionError failure={failure} />
          <EditorNotices {...{ autosave, snapshot, loadLatest }} noun="newsletter" />
          <div className="grid gap-6">
            <TextField
              label="Subject"
              name="subject"
              value={content.subject}
              maxLength={MAX_SUBJECT_LENGTH}
              error={fields.subject}
              autoComplete="off"
              onChange={event => autosave.change({ subject: event.target.value })}
            />
            <TextField
              label="Preview text (optional)"
              name="previewText"
              hint="Most inboxes show this after the subject. Leave it empty to use the start of the text."
              value={content.previewText}
              maxLength={MAX_PREVIEW_TEXT_LENGTH}
              error={fields.previewText}
              autoComplete="off"
              onChange={event => autosave.change({ previewText: event.target.value })}
            />
            <SelectField
              label="Topic"
              name="topic"
              hint="This newsletter goes to subscribers of this topic."
              options={topicNames}
              value={content.topic}
              onChange={event => autosave.change({ topic: event.target.value as Topic })}
            />
          </div>
          <div className="mt-6">
            <ContentEditor
              ref={editor}
              value={issue.markdown}
              error={fields.markdown}
              pickPicture={pick}
              onChange={onText}
            />
          </div>
          <div className="sticky-footer sticky bottom-0 z-10 mt-4 flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-rule bg-ground py-4">
            <IntentButton intent="save" label="Save draft" />
            <button type="button" className="button" onClick={() => void openPreview()}>
              Preview
            </button>
            <IntentButton intent="test" label="Send test email" busy={busy} />
            <SaveStatus state={state} />
          </div>
        </div>
        <SendControls issue={issue} topic={content.topic} error={fields.scheduledAt} busy={busy} />
      </Form>
      {dialog}
      {isPreviewOpen && (
        <ModalDialog title="Preview" wide onClose={() => setPreviewOpen(false)}>
          <IssuePreview id={issue.id} previewText={content.previewText} />
          <button type="button" className="button mt-5" onClick={() => setPreviewOpen(false)}>
            Close preview
          </button>
        </ModalDialog>
      )}
    </IssueFrame>
  );
}

const topicNames = Object.fromEntries(topics.map(topic => [topic, topicLabels[topic][0]]));

type SendControlsProps = { issue: Issue; topic: Topic; error: string | undefined; busy: boolean };

function SendControls({ issue, topic, error, busy }: SendControlsProps) {
  const { timeZone } = use(siteMetaContext);
  const isSaved = topic === issue.topic;
  const people = `${issue.audienceSize} ${issue.audienceSize === 1 ? 'subscriber' : 'subscribers'}`;
  return (
    <div className="mt-14">
      <SettingsSection
        title="Send newsletter"
        description={
          isSaved
            ? `This newsletter goes to ${people} of “${topicLabels[topic][0]}”. People who unsubscribe before their copy is sent don’t get it.`
            : `This newsletter goes to subscribers of “${topicLabels[topic][0]}”.`
        }
      >
        <div className="grid gap-4">
          <details>
            <summary className="button button-primary w-fit cursor-pointer">Send now…</summary>
            <p className="mt-4 text-small">You can’t recall a newsletter after it’s sent.</p>
            <IntentButton
              intent="send"
              label={isSaved ? `Send to ${people}` : 'Send newsletter'}
              className="mt-3"
              busy={busy}
            />
          </details>
          <details open={error !== undefined}>
            <summary className="button w-fit cursor-pointer">Schedule…</summary>
            <div className="mt-4 grid gap-4">
              <TextField
                label="Date and time"
                type="datetime-local"
                name="scheduledAt"
                hint={`Time zone: ${formatTimeZone(timeZone)}`}
                error={error}
              />
              <IntentButton intent="schedule" label="Schedule newsletter" className="w-fit" busy={busy} />
            </div>
          </details>
        </div>
      </SettingsSection>
      <SettingsSection title="Delete newsletter" description="Deletes this draft permanently. You can’t undo this.">
        <details>
          <summary className="button button-danger w-fit cursor-pointer">Delete…</summary>
          <IntentButton intent="discard" label="Delete newsletter" className="button-danger mt-4" busy={busy} />
        </details>
      </SettingsSection>
    </div>
  );
}
