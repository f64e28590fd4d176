import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { getAriaProps, FormField } from '#ui/FormField.tsx';
import { useAsyncAction } from '#ui/use-async-action.ts';
import { MAX_COMMENT_LENGTH } from '../contract/limits.ts';

/** From so many characters before the end on, the form says how many are left. */
const WARN_WITHIN = 200;

function keptDraft(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function keepDraft(key: string, text: string): void {
  try {
    if (text.trim()) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
  } catch {
    // Storage may be forbidden; the text then lasts as long as the page.
  }
}

interface CommentFormProps {
  label: string;
  submitLabel: string;
  /** Under which this browser keeps what is not sent yet; what stands in the form anyway needs none. */
  draftKey?: string;
  text?: string;
  /** How many characters it takes. */
  maxLength?: number;
  /** Whether the form was opened to write in it at once. */
  focusOnMount?: boolean;
  onSend: (body: string) => Promise<unknown>;
  /** What else can be done here, such as closing the form. */
  children?: ReactNode;
}

/** Where a comment is written. What was typed stays until it is sent, also in the next visit. */
export function CommentForm({
  label,
  submitLabel,
  draftKey,
  text = '',
  maxLength = MAX_COMMENT_LENGTH,
  focusOnMount,
  onSend,
  children,
}: CommentFormProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { busy, failure, run } = useAsyncAction();
  const [body, setBody] = useState(() => (draftKey && keptDraft(draftKey)) || text);
  useEffect(() => {
    if (focusOnMount) field.current?.focus();
  }, [focusOnMount]);
  useEffect(() => {
    if (failure) field.current?.focus();
  }, [failure]);

  const change = (typed: string) => {
    setBody(typed);
    if (draftKey) keepDraft(draftKey, typed);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await onSend(body);
      change('');
    });
  };
  const left = maxLength - body.length;
  const error = failure && (failure.fields.body ?? failure.message);
  const hint = left <= WARN_WITHIN ? `${left} characters left` : undefined;
  return (
    <form onSubmit={onSubmit} className="no-print mt-4 mb-5 grid gap-4" noValidate>
      <FormField id={id} label={label} hint={hint} error={error}>
        <textarea
          ref={field}
          id={id}
          name="body"
          className="field field-sizing-content min-h-28 resize-y"
          value={body}
          maxLength={maxLength}
          onChange={event => change(event.target.value)}
          {...getAriaProps({ id, hint, error })}
        />
      </FormField>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <button type="submit" className="button button-primary" disabled={busy}>
          {busy ? 'Sending…' : submitLabel}
        </button>
        {children}
      </div>
    </form>
  );
}
