// The text lives in the editor view, outside of React, so refs are read in events only.
/* oxlint-disable react/refs, react/set-state-in-effect */
import {
  type ComponentType,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { estimateReadingMinutes } from '#shared/time.ts';
import { toast } from '../toast.ts';
import type { PictureSource, EditorViewHandle, EditorViewProps } from './editor-types.ts';

type EditorMode = 'rich' | 'source';

/** Imperative handle of the editor. */
export interface MarkdownEditorHandle {
  /** Returns the current text and passes it to `onChange` if it has changed. */
  readonly flush: () => string;
  /** Replaces the text, such as with a restored revision, and clears the undo history. */
  readonly replace: (markdown: string) => void;
  readonly focus: () => void;
  /** Returns whether all pictures are in the text, or shows that one is being uploaded or waiting for a retry. */
  readonly isComplete: () => boolean;
}

export interface MarkdownEditorProps extends PictureSource {
  ref?: Ref<MarkdownEditorHandle>;
  label: string;
  /** The initial text. */
  value: string;
  /** Called with the text shortly after a change. */
  onChange: (markdown: string) => void;
  placeholder: string;
  error: string | undefined;
}

const surfaces: Readonly<Record<EditorMode, () => Promise<{ default: ComponentType<EditorViewProps> }>>> = {
  rich: () => import('./RichEditor.tsx'),
  source: () => import('./SourceEditor.tsx'),
};

/** Field “markdown” in rich or Markdown mode. Until the editor has loaded, it is a usable textarea. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { label, value, placeholder, error } = props;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const surface = useRef<EditorViewHandle>(null);
  const [mode, setMode] = useState<EditorMode>('rich');
  const [ready, setReady] = useState<{ mode: EditorMode; Surface: ComponentType<EditorViewProps> }>();
  const [start, setStart] = useState({ text: value, at: undefined as number | undefined, key: 0 });
  const [failed, setFailed] = useState(false);
  const [words, setWords] = useState<number>();

  /** Returns the text of the textarea. It normalizes line endings, which doesn't count as a change. */
  const getTypedText = (): string | undefined => {
    const text = field.current?.value;
    return text === start.text.replaceAll(/\r\n?/g, '\n') ? undefined : text;
  };

  const flush = (): string => {
    const text = surface.current?.flush() ?? getTypedText() ?? start.text;
    if (field.current) field.current.value = text;
    return text;
  };
  const isComplete = (): boolean => {
    const isUploading = (surface.current?.countPendingUploads() ?? 0) > 0;
    if (isUploading) toast.error('An image is still uploading. Wait until it’s done, or remove it.');
    return !isUploading;
  };
  const show = useEffectEvent((next: EditorMode, Surface: ComponentType<EditorViewProps>) => {
    const wasFocused = document.activeElement === field.current || ready !== undefined;
    const at = surface.current?.getCaretOffset() ?? field.current?.selectionStart ?? 0;
    const text = flush();
    setStart(previous => ({ text, at: wasFocused ? at : undefined, key: previous.key + 1 }));
    setReady({ mode: next, Surface });
  });

  useEffect(() => {
    let isCurrent = true;
    setFailed(false);
    surfaces[mode]().then(
      module => isCurrent && show(mode, module.default),
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [mode]);

  // However the form is submitted, it contains the current text.
  useEffect(() => {
    const form = field.current?.form;
    const addText = (event: FormDataEvent) => event.formData.set('markdown', flush());
    form?.addEventListener('formdata', addText);
    return () => form?.removeEventListener('formdata', addText);
  });

  useImperativeHandle(props.ref, () => ({
    flush,
    replace: text => {
      if (field.current) field.current.value = text;
      setStart(previous => ({ text, at: undefined, key: previous.key + 1 }));
      props.onChange(text);
    },
    focus: () => (surface.current ?? field.current)?.focus(),
    isComplete,
  }));

  const describedBy = error ? `${id}-keys ${id}-error` : `${id}-keys`;
  const isReady = ready !== undefined;
  return (
    <div className="editor">
      <div className="editor-head">
        <label id={`${id}-label`} htmlFor={id} className="font-display text-small font-semibold">
          {label}
        </label>
        <span className="editor-count meta" aria-live="off">
          {words === undefined || words === 0
            ? ''
            : `${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'}, ${estimateReadingMinutes(words)} min`}
        </span>
        <button
          type="button"
          className="editor-mode"
          aria-pressed={mode === 'source'}
          onClick={() => isComplete() && setMode(mode === 'rich' ? 'source' : 'rich')}
        >
          Markdown
        </button>
      </div>
      {error && (
        <p id={`${id}-error`} className="mb-3 text-small text-danger">
          {error}
        </p>
      )}
      <textarea
        ref={field}
        id={id}
        name="markdown"
        defaultValue={value}
        placeholder={placeholder}
        hidden={isReady}
        className="field editor-textarea"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        onInput={event => props.onChange(event.currentTarget.value)}
      />
      {ready && (
        <ready.Surface
          key={start.key}
          ref={surface}
          initial={start.text}
          startAt={start.at}
          labelId={`${id}-label`}
          descriptionId={describedBy}
          invalid={error !== undefined}
          placeholder={placeholder}
          uploadPicture={props.uploadPicture}
          pictureUrl={props.pictureUrl}
          pickPicture={props.pickPicture}
          onChange={text => {
            if (field.current) field.current.value = text;
            props.onChange(text);
          }}
          onWordCountChange={setWords}
        />
      )}
      <p id={`${id}-keys`} className="sr-only">
        Type / on an empty line for commands. To leave this field, press Escape, then Tab.
      </p>
      {failed && (
        <p role="alert" className="mt-1.5 text-small text-danger">
          The editor couldn’t be loaded. You can keep writing in this plain text field.
        </p>
      )}
    </div>
  );
}
