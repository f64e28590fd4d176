import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useActionData, useFetcher } from 'react-router';
import type { ActionResult } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { toast } from '#ui/toast.ts';
import { useSubmitOnce } from '#ui/use-submit-once.ts';
import { type ProfileAction, profileActions } from '../rules/form-actions.ts';

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
  children?: ReactNode | ((refused: FormFailure | undefined, visibility: PasswordVisibility) => ReactNode);
}

/** Whether the form's passwords are readable; reset on submit. */
interface PasswordVisibility {
  readonly isVisible: boolean;
  readonly onVisibleChange: (isVisible: boolean) => void;
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
  const { section, message } = profileActions[intent];
  const [isVisible, onVisibleChange] = useState(false);
  const fetcher = useFetcher<ProfileFormResult>();
  const refused = useFormFailure(intent, about, fetcher.data);
  const form = useRef<HTMLFormElement>(null);
  const sending = fetcher.state !== 'idle';
  const isFirst = useSubmitOnce(sending);
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);
  const onSuccess = useEffectEvent(() => {
    if (props.resetOnSuccess) form.current?.reset();
    toast.success(message);
    props.onSuccess?.();
  });
  useEffect(() => {
    if (fetcher.data && 'done' in fetcher.data) onSuccess();
  }, [fetcher.data]);
  useFocusHeadingOnUnmount(form, section);
  const once = (event: FormEvent) => {
    if (sending || props.disabled || onBeforeSubmit?.()) return event.preventDefault();
    if (isFirst(event)) onVisibleChange(false);
  };
  const alone = refused && Object.keys(refused.failed.fields).length !== 1;
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action={`${dashboardPaths.updateProfile}#${section}`}
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
      {typeof children === 'function' ? children(refused, { isVisible, onVisibleChange }) : children}
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
