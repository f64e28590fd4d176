import { type FormEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useActionData, useFetcher } from 'react-router';
import type { ActionResult } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { toast } from '#ui/toast.ts';
import { type ProfileAction, successMessages, actionSections } from '../rules/form-actions.ts';

/** Result of a form on the profile page. */
export type ProfileFormResult = ActionResult<{ intent: ProfileAction }>;
type FormFailure = Extract<ProfileFormResult, { failed: unknown }>;

interface IntentFormProps {
  intent: ProfileAction;
  submitLabel: string;
  busyLabel: string;
  tone?: 'primary' | 'plain' | 'danger';
  /** Distinguishes forms with the same intent; submitted with the form. */
  about?: string;
  /** Describes the button to screen readers. */
  ariaLabel?: string;
  /** Whether to clear the fields after success, as for passwords. */
  resetOnSuccess?: boolean;
  /** Handles the submission itself if it returns true. */
  onBeforeSubmit?: () => boolean;
  onSuccess?: () => void;
  hasFiles?: boolean;
  disabled?: boolean;
  className?: string;
  aside?: ReactNode;
  children?: ReactNode | ((refused: FormFailure | undefined) => ReactNode);
}

const tones = {
  primary: 'button-primary',
  plain: '',
  danger: 'border-danger text-danger hover:border-danger',
} as const;

/**
 * Renders a form of the profile page. Ignores repeated submissions, keeps the entered values and shows errors at their
 * fields. Without script, it posts to the page.
 */
export function ProfileForm(props: IntentFormProps) {
  const { intent, about, tone = 'plain', children, onBeforeSubmit } = props;
  const fetcher = useFetcher<ProfileFormResult>();
  const refused = useFormFailure(intent, about, fetcher.data);
  const form = useRef<HTMLFormElement>(null);
  const sending = fetcher.state !== 'idle';
  // A double click is faster than the disabled state.
  const sent = useRef(false);
  useEffect(() => {
    if (!sending) sent.current = false;
  }, [sending]);
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);
  useOnSuccess(fetcher.data, () => {
    if (props.resetOnSuccess) form.current?.reset();
    toast.success(successMessages[intent]);
    props.onSuccess?.();
  });
  useFocusHeadingOnUnmount(form, actionSections[intent]);
  const once = (event: FormEvent) => {
    if (sent.current || sending || props.disabled || onBeforeSubmit?.()) return event.preventDefault();
    sent.current = true;
  };
  const alone = refused && Object.keys(refused.failed.fields).length !== 1;
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action={`${dashboardPaths.updateProfile}#${actionSections[intent]}`}
      {...(props.hasFiles ? { encType: 'multipart/form-data' } : {})}
      className={props.className ?? 'grid gap-6'}
      noValidate
      onSubmit={once}
    >
      <input type="hidden" name="intent" value={intent} />
      {about && <input type="hidden" name="about" value={about} />}
      {alone && (
        <p role="alert" className="border-l-2 border-danger pl-4 text-small">
          {Object.keys(refused.failed.fields).length > 1
            ? 'Some fields need another look. Each says why.'
            : refused.failed.message}
        </p>
      )}
      {typeof children === 'function' ? children(refused) : children}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <button
          type="submit"
          className={`button ${tones[tone]}`}
          // `disabled` would lose keyboard focus.
          aria-disabled={sending || props.disabled || undefined}
          aria-label={props.ariaLabel}
        >
          {sending ? props.busyLabel : props.submitLabel}
        </button>
        {props.aside}
      </div>
    </fetcher.Form>
  );
}

/** Returns why this form was rejected, with or without script. */
export function useFormFailure(
  intent: ProfileAction,
  about?: string,
  data?: ProfileFormResult,
): FormFailure | undefined {
  const posted = useActionData<ProfileFormResult>();
  const result = data ?? posted;
  if (!result || !('failed' in result)) return undefined;
  return result.values.intent === intent && (result.values.about ?? '') === (about ?? '') ? result : undefined;
}

/** Moves focus to the section heading when a focused form unmounts, such as that of an ended session. */
function useFocusHeadingOnUnmount(form: RefObject<HTMLFormElement | null>, section: string): void {
  useLayoutEffect(() => {
    const element = form.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const heading = document.getElementById(`${section}-title`);
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
    };
  }, [form, section]);
}

function useOnSuccess(data: ProfileFormResult | undefined, onDone: () => void): void {
  const latest = useRef(onDone);
  useEffect(() => {
    latest.current = onDone;
  });
  useEffect(() => {
    if (data && 'done' in data) latest.current();
  }, [data]);
}
