import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createRandomId } from '#shared/random-id.ts';
import { getAriaProps, FormField } from '#ui/FormField.tsx';
import { readStoredText, storeText } from '#ui/stored-text.ts';
import { useAsyncAction } from '#ui/use-async-action.ts';
import { MAX_COMMENT_LENGTH } from '../contract/limits.ts';

/** Characters left at which the form starts to show the remaining number. */
const WARN_WITHIN = 200;

interface CommentFormProps {
  label: string;
  submitLabel: string;
  /** Key of the draft in this browser's storage; omit it if the text is already stored elsewhere. */
  draftKey?: string;
  text?: string;
  /** In characters. */
  maxLength?: number;
  /** Whether to focus the field when the form opens. */
  focusOnMount?: boolean;
  onSend: (body: string, idempotencyKey: string) => Promise<unknown>;
  /** Further actions, such as closing the form. */
  children?: ReactNode;
}

/** Comment form that keeps a draft until it is sent, even across visits. */
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
  // Stays until the text is sent, so sending it again after a lost response doesn't post it twice.
  const [idempotencyKey, setIdempotencyKey] = useState(createRandomId);
  const [body, setBody] = useState(() => (draftKey && readStoredText(draftKey)) || text);
  useEffect(() => {
    if (focusOnMount) field.current?.focus();
  }, [focusOnMount]);
  useEffect(() => {
    if (failure) field.current?.focus();
  }, [failure]);

  const change = (typed: string) => {
    setBody(typed);
    if (draftKey) storeText(draftKey, typed.trim() && typed);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await onSend(body, idempotencyKey);
      setIdempotencyKey(createRandomId());
      // Text typed while it was being sent stays. The form may have been closed.
      if (draftKey && readStoredText(draftKey) === body) storeText(draftKey, '');
      if (field.current?.value === body) setBody('');
    });
  };
  const left = maxLength - body.length;
  const error = failure && (failure.fields.body ?? failure.message);
  const hint = left <= WARN_WITHIN ? `${left} ${left === 1 ? 'character' : 'characters'} left` : undefined;
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
        <button type="submit" className="button button-primary" aria-disabled={busy || undefined}>
          {busy ? 'Sending…' : submitLabel}
        </button>
        {children}
      </div>
    </form>
  );
}
