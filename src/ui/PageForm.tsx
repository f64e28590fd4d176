import { type FormEvent, Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { FormErrorMessage } from './FormErrorMessage.tsx';
import { useSubmitOnce } from './use-submit-once.ts';
import { useUnsavedChanges } from './unsaved-changes.ts';

interface PageFormProps {
  /** Defaults to the URL of the page. */
  action?: string;
  /** Identifies the form if a page has several; sent as the field `intent`. */
  intent?: string;
  /** The error of the last submission, with messages by field. */
  error?: { readonly message: string; readonly fields: Readonly<Record<string, string>> } | undefined;
  /** Describes several fields with errors, in another language than English. */
  formatProblems?: (count: number) => string;
  /** Milliseconds after which the message above the form disappears; field errors stay. */
  messageDurationMs?: number;
  submitLabel: ReactNode;
  busyLabel: string;
  /** Whether submitting is destructive. */
  danger?: boolean | undefined;
  /** Whether the form contains file inputs. */
  acceptsFiles?: boolean;
  /** Whether the form can't be submitted (anymore). */
  disabled?: boolean | undefined;
  onSubmit?: () => void;
  aside?: ReactNode;
  /** Keeps the submit button visible in forms that are longer than the screen. */
  hasStickyFooter?: boolean;
  /** Whether the fields are reset once a submission succeeded, as in a form that adds something to a list. */
  resetsWhenDone?: boolean;
  /** Resets the fields when it changes, as in a form with amounts that depend on other forms. */
  fieldsKey?: string;
  /** Whether it has unsaved changes that are kept as a draft. If omitted, leaving the page loses unsaved changes. */
  hasDraft?: boolean;
  children?: ReactNode;
}

/** A page's main form. Prevents double submission and shows errors above the form and at its fields. */
export function PageForm({
  action,
  intent,
  error,
  formatProblems,
  messageDurationMs,
  submitLabel,
  busyLabel,
  danger = false,
  acceptsFiles = false,
  disabled,
  onSubmit,
  aside,
  hasStickyFooter = false,
  resetsWhenDone = false,
  fieldsKey,
  hasDraft,
  children,
}: PageFormProps) {
  const navigation = useNavigation();
  const sending = navigation.formData !== undefined && (navigation.formData.get('intent') ?? undefined) === intent;
  const form = useRef<HTMLFormElement>(null);
  const isFirst = useSubmitOnce(sending);
  const [isEdited, setEdited] = useState(false);
  useUnsavedChanges(hasDraft ?? (isEdited && !sending), hasDraft !== undefined);
  const [wasSending, setWasSending] = useState(false);
  const [doneCount, setDoneCount] = useState(0);
  if (wasSending !== sending) {
    setWasSending(sending);
    if (!sending && !error) {
      setEdited(false);
      setDoneCount(doneCount + 1);
    }
  }
  const [lastFieldsKey, setLastFieldsKey] = useState(fieldsKey);
  if (lastFieldsKey !== fieldsKey) {
    setLastFieldsKey(fieldsKey);
    setEdited(false);
  }
  useEffect(() => {
    if (!error) return;
    const invalidField = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalidField) invalidField.focus();
    else form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  const shownError = useTemporaryError(error, messageDurationMs);
  const handleSubmit = (event: FormEvent) => {
    if (disabled) return event.preventDefault();
    if (isFirst(event)) onSubmit?.();
  };
  return (
    <Form
      ref={form}
      method="post"
      {...(action ? { action } : {})}
      {...(acceptsFiles ? { encType: 'multipart/form-data' as const } : {})}
      className="mt-9 grid gap-6"
      noValidate
      onInput={() => setEdited(true)}
      onSubmit={handleSubmit}
    >
      <FormErrorMessage failure={shownError} formatProblems={formatProblems} />
      {intent && <input type="hidden" name="intent" value={intent} />}
      <Fragment key={resetsWhenDone ? doneCount : fieldsKey}>{children}</Fragment>
      <div
        className={`flex flex-wrap items-center gap-x-6 gap-y-3 ${hasStickyFooter ? 'sticky-footer sticky bottom-0 z-10 -mb-4 border-t border-rule bg-ground py-4' : ''}`}
      >
        <button
          type="submit"
          className={`button ${danger ? 'button-danger' : 'button-primary'}`}
          disabled={disabled}
          // `disabled` would lose the keyboard focus.
          aria-disabled={sending || undefined}
        >
          {sending ? busyLabel : submitLabel}
        </button>
        {aside}
      </div>
    </Form>
  );
}

/** Returns an error until the given time is over. */
function useTemporaryError(error: PageFormProps['error'], durationMs: number | undefined): PageFormProps['error'] {
  const [hiddenError, setHiddenError] = useState<unknown>();
  useEffect(() => {
    if (!error || !durationMs) return undefined;
    const timer = setTimeout(() => setHiddenError(error), durationMs);
    return () => clearTimeout(timer);
  }, [error, durationMs]);
  return error === hiddenError ? undefined : error;
}
