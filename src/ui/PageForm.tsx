import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { useSubmitOnce } from './use-submit-once.ts';

interface PageFormProps {
  /** Where it is sent; the page's own address unless told otherwise. */
  action?: string;
  /** Which of a page's forms it is, where there are several: sent along as the field `intent`. */
  intent?: string;
  /** What came of sending it, when it was refused: a sentence, and one for each field that is to be mended. */
  error?: { readonly message: string; readonly fields: Readonly<Record<string, string>> } | undefined;
  /** After so many milliseconds the sentence above the form goes; those beside fields stay. */
  messageDurationMs?: number;
  submitLabel: ReactNode;
  busyLabel: string;
  /** Whether sending it destroys something. */
  danger?: boolean | undefined;
  /** Whether there are fields for files among its own. */
  acceptsFiles?: boolean;
  /** Nothing can be sent (any more). */
  disabled?: boolean | undefined;
  onSubmit?: () => void;
  /** What stands beside the button. */
  aside?: ReactNode;
  /** Its end stays in sight: for forms that are longer than a screen. */
  hasStickyFooter?: boolean;
  children: ReactNode;
}

/** A form that is a page's main work: sent once however often it is pressed, with what is wrong above and beside. */
export function PageForm({
  action,
  intent,
  error,
  messageDurationMs,
  submitLabel,
  busyLabel,
  danger = false,
  acceptsFiles = false,
  disabled,
  onSubmit,
  aside,
  hasStickyFooter = false,
  children,
}: PageFormProps) {
  const navigation = useNavigation();
  const sending = navigation.formData !== undefined && (navigation.formData.get('intent') ?? undefined) === intent;
  const form = useRef<HTMLFormElement>(null);
  const isFirst = useSubmitOnce(sending);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  const once = (event: FormEvent) => {
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
      onSubmit={once}
    >
      <FailureText error={error} lasts={messageDurationMs} />
      {intent && <input type="hidden" name="intent" value={intent} />}
      {children}
      <div
        className={`flex flex-wrap items-center gap-x-6 gap-y-3 ${hasStickyFooter ? 'held sticky bottom-0 z-10 -mb-4 border-t border-rule bg-ground py-4' : ''}`}
      >
        <button
          type="submit"
          className={danger ? 'button border-danger text-danger hover:border-danger' : 'button button-primary'}
          disabled={sending || disabled}
        >
          {sending ? busyLabel : submitLabel}
        </button>
        {aside}
      </div>
    </Form>
  );
}

/** The sentence above a form. What stands beside a single field is not said twice. */
function FailureText({ error, lasts }: { error: PageFormProps['error']; lasts: number | undefined }) {
  const [goneFor, setGoneFor] = useState<unknown>();
  useEffect(() => {
    if (!error || !lasts) return undefined;
    const timer = setTimeout(() => setGoneFor(error), lasts);
    return () => clearTimeout(timer);
  }, [error, lasts]);
  const wrong = error ? Object.keys(error.fields).length : 0;
  if (!error || error === goneFor || wrong === 1) return null;
  return (
    <p role="alert" className="border-l-2 border-danger pl-4 text-small">
      {wrong > 1 ? `${wrong} fields need another look. Each says why.` : error.message}
    </p>
  );
}
