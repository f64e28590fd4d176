import { type FormEvent, use, useId, useMemo, useRef } from 'react';
import { Form, useNavigation, useSubmit } from 'react-router';
import {
  usePicturePicking,
  SaveStatus,
  ContentEditor,
  showErrorToast,
  EditorNotices,
} from '#features/publishing/browser.ts';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import type { FailedSubmission } from '#ui/ActionForm.tsx';
import { Autosave, useAutosave } from '#ui/autosave.ts';
import { getAriaProps, FormField } from '#ui/FormField.tsx';
import type { MarkdownEditorHandle } from '#ui/editor/MarkdownEditor.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import type { Issue, IssueContent } from '../contract/issues.ts';
import { MAX_PREVIEW_TEXT_LENGTH, MAX_SUBJECT_LENGTH, type Topic, topics } from '../contract/limits.ts';
import { topicLabels } from '../rules/labels.ts';

export interface IssueFormProps {
  issue: Issue;
  failure: FailedSubmission | undefined;
}

function contentOf({ subject, previewText, markdown, topic }: IssueContent): IssueContent {
  return { subject, previewText, markdown, topic };
}

function useIssueAutosave(issue: Issue) {
  const api = useLazyApi();
  const autosave = useMemo(
    () =>
      new Autosave<IssueContent>({
        key: () => `newsletter ${issue.id}`,
        content: contentOf(issue),
        version: issue.version,
        storage: typeof localStorage === 'undefined' ? undefined : localStorage,
        save: async (content, version) =>
          (await api().newsletter.updateIssue({ id: issue.id, version, ...content })).version,
      }),
    // Created once per issue, so autosave survives rerenders.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [issue.id],
  );
  return { autosave, snapshot: useAutosave(autosave) };
}

export function IssueEditor({ issue, failure }: IssueFormProps) {
  const { autosave, snapshot } = useIssueAutosave(issue);
  const api = useLazyApi();
  const submit = useSubmit();
  const navigation = useNavigation();
  const editor = useRef<MarkdownEditorHandle>(null);
  const { pick, dialog } = usePicturePicking();
  const { content, state } = snapshot;
  const fields = state.kind === 'invalid' ? state.fields : (failure?.failed.fields ?? {});
  const underWay = useRef(false);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (underWay.current) return;
    underWay.current = true;
    try {
      await sendOn(event);
    } finally {
      underWay.current = false;
    }
  };
  const sendOn = async (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    editor.current?.flush();
    if (editor.current?.uploads()) {
      toast.error('A picture is still on its way. Wait until it is there, or remove it.');
      return;
    }
    const form = new FormData(event.currentTarget, submitter);
    if (!(await autosave.flush())) return;
    await submit(form, { method: 'post' });
  };
  const takeTheirs = async () => {
    const theirs = await api().newsletter.getIssue({ id: issue.id });
    autosave.replace(contentOf(theirs), theirs.version);
    editor.current?.replace(theirs.markdown);
  };
  const saveOver = async () => {
    const theirs = await api().newsletter.getIssue({ id: issue.id });
    await autosave.overwrite(theirs.version);
  };
  return (
    <>
      <Form method="post" noValidate onSubmit={event => void onSubmit(event)}>
        <div className="max-w-[42rem]">
          {issue.statusMessage && (
            <p role="note" className="mb-6 border-l-2 border-danger pl-4 text-small">
              {issue.statusMessage}
            </p>
          )}
          {failure && (
            <p role="alert" className="mb-6 border-l-2 border-danger pl-4 text-small">
              {failure.failed.message}
            </p>
          )}
          <EditorNotices
            snapshot={snapshot}
            noun="issue"
            openElsewhere={false}
            onUseKept={() => autosave.restoreDraft()}
            onDropKept={() => autosave.discardDraft()}
            onTakeTheirs={() => void takeTheirs().catch(showErrorToast)}
            onSaveOver={() => void saveOver().catch(showErrorToast)}
          />
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
              label="Line beside the subject"
              name="previewText"
              hint="What the list of mails shows after the subject. May stay empty."
              value={content.previewText}
              maxLength={MAX_PREVIEW_TEXT_LENGTH}
              error={fields.previewText}
              autoComplete="off"
              onChange={event => autosave.change({ previewText: event.target.value })}
            />
            <TopicField value={content.topic} onChange={topic => autosave.change({ topic })} />
          </div>
          <div className="mt-6">
            <ContentEditor
              ref={editor}
              value={issue.markdown}
              error={fields.markdown}
              pickPicture={pick}
              onChange={markdown => autosave.change({ markdown })}
            />
          </div>
          <div className="held sticky bottom-0 z-10 mt-4 flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-rule bg-ground py-4">
            <button type="submit" name="intent" value="save" className="button">
              Save
            </button>
            <button type="submit" name="intent" value="test" className="button" disabled={navigation.state !== 'idle'}>
              Send a test to me
            </button>
            <SaveStatus state={state} />
          </div>
        </div>
        <SendControls
          issue={issue}
          topic={content.topic}
          wrong={fields.scheduledAt}
          busy={navigation.state !== 'idle'}
        />
      </Form>
      {dialog}
    </>
  );
}

function TopicField({ value, onChange }: { value: Topic; onChange: (topic: Topic) => void }) {
  const id = useId();
  const hint = 'It goes to whoever chose this topic.';
  return (
    <FormField id={id} label="Topic" hint={hint}>
      <select
        id={id}
        name="topic"
        className="field"
        value={value}
        onChange={event => onChange(event.target.value as Topic)}
        {...getAriaProps({ id, hint })}
      >
        {topics.map(topic => (
          <option key={topic} value={topic}>
            {topicLabels[topic][0]}
          </option>
        ))}
      </select>
    </FormField>
  );
}

function SendControls({
  issue,
  topic,
  wrong,
  busy,
}: {
  issue: Issue;
  topic: Topic;
  wrong: string | undefined;
  busy: boolean;
}) {
  const { timeZone } = use(siteMetaContext);
  const same = topic === issue.topic;
  const people = `${issue.audienceSize} ${issue.audienceSize === 1 ? 'subscriber' : 'subscribers'}`;
  return (
    <div className="mt-14">
      <SettingsSection
        title="Send it"
        description={
          same
            ? `It goes to ${people} of “${topicLabels[topic][0]}”. To whom is fixed when the sending begins; who leaves meanwhile is passed over.`
            : `It goes to whoever chose “${topicLabels[topic][0]}”.`
        }
      >
        <div className="grid gap-4">
          <details>
            <summary className="button button-primary w-fit cursor-pointer">Send now…</summary>
            <p className="mt-4 text-small">Once it is sent, nobody can call it back.</p>
            <button type="submit" name="intent" value="send" className="button mt-3" disabled={busy}>
              {same ? `Yes, send it to ${people}` : 'Yes, send it'}
            </button>
          </details>
          <details open={wrong !== undefined}>
            <summary className="button w-fit cursor-pointer">Send later…</summary>
            <div className="mt-4 grid gap-4">
              <TextField
                label="When"
                type="datetime-local"
                name="scheduledAt"
                hint={`Time in ${timeZone}.`}
                error={wrong}
              />
              <button type="submit" name="intent" value="schedule" className="button w-fit" disabled={busy}>
                Schedule it
              </button>
            </div>
          </details>
        </div>
      </SettingsSection>
      <SettingsSection title="Delete it" description="Nobody has got it yet. What is written in it is gone then.">
        <details>
          <summary className="button w-fit cursor-pointer">Delete…</summary>
          <button type="submit" name="intent" value="discard" className="button mt-4" disabled={busy}>
            Yes, delete this issue
          </button>
        </details>
      </SettingsSection>
    </div>
  );
}
