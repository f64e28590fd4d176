import { type FormEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useActionData, useFetcher } from 'react-router';
import type { ActionResult } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { toast } from '#ui/toast.ts';
import { type ProfileAction, successMessages, actionSections } from '../rules/form-actions.ts';

/** What comes of a form of the profile's page. */
export type ProfileFormResult = ActionResult<{ intent: ProfileAction }>;
type FormFailure = Extract<ProfileFormResult, { failed: unknown }>;

interface IntentFormProps {
  intent: ProfileAction;
  submitLabel: string;
  busyLabel: string;
  tone?: 'primary' | 'plain' | 'danger';
  /** Told apart from other forms of the same intent, and sent along. */
  about?: string;
  /** What the button does, for who does not see what stands around it. */
  ariaLabel?: string;
  /** Whether what was typed is gone once it is done, as secrets are. */
  resetOnSuccess?: boolean;
  /** Takes over the sending; true when it did. */
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
 * One of the forms of the profile's page. Each is sent on its own, once however often it is pressed; what is wrong stands
 * beside its fields, which keep what was typed. Without script it posts to the page, which comes again with the same words.
 */
export function ProfileForm(props: IntentFormProps) {
  const { intent, about, tone = 'plain', children, onBeforeSubmit } = props;
  const fetcher = useFetcher<ProfileFormResult>();
  const refused = useFormFailure(intent, about, fetcher.data);
  const form = useRef<HTMLFormElement>(null);
  const sending = fetcher.state !== 'idle';
  // A double click is quicker than the button's being disabled.
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
          // Not disabled, which would take the focus from whoever pressed it by keyboard.
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

/** Why this form was refused, whichever way it was sent. */
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

/** A form that goes once it is done, as a signed-out device's does, leaves the focus to the heading of its part. */
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
