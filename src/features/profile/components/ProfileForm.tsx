import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { ActionResult, RejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { FormErrorMessage } from '#ui/FormErrorMessage.tsx';
import { useSubmitOnce } from '#ui/use-submit-once.ts';

/** Whether the form's passwords are readable; reset on submit. */
interface PasswordVisibility {
  readonly isVisible: boolean;
  readonly onVisibleChange: (isVisible: boolean) => void;
}

interface ProfileFormProps {
  intent: string;
  submitLabel: string;
  busyLabel: string;
  tone?: keyof typeof tones;
  /** Describes the button to screen readers. */
  ariaLabel?: string;
  /** Whether to clear the fields after success, as for passwords. */
  resetOnSuccess?: boolean;
  onSuccess?: () => void;
  children?: ReactNode | ((refused: RejectedForm | undefined, visibility: PasswordVisibility) => ReactNode);
}

const tones = {
  primary: 'button-primary',
  plain: '',
  danger: 'button-danger',
} as const;

/**
 * Renders a form of the profile page. Ignores repeated submissions, keeps the entered values and shows errors at their
 * fields.
 */
export function ProfileForm({ intent, tone = 'plain', children, ...props }: ProfileFormProps) {
  const [isVisible, onVisibleChange] = useState(false);
  const fetcher = useFetcher<ActionResult<unknown>>();
  const refused = fetcher.data && 'failed' in fetcher.data ? fetcher.data : undefined;
  const form = useRef<HTMLFormElement>(null);
  const sending = fetcher.state !== 'idle';
  const isFirst = useSubmitOnce(sending);
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);
  const onSuccess = useEffectEvent(() => {
    if (props.resetOnSuccess) form.current?.reset();
    props.onSuccess?.();
  });
  useEffect(() => {
    if (fetcher.data && 'done' in fetcher.data) onSuccess();
  }, [fetcher.data]);
  // Moves focus to the section heading when a focused form unmounts, such as that of an ended session.
  useLayoutEffect(() => {
    const element = form.current;
    const heading = element?.closest('section')?.querySelector('h2');
    return () => {
      if (!element?.contains(document.activeElement)) return;
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
    };
  }, []);
  const handleSubmit = (event: FormEvent) => {
    if (sending) return event.preventDefault();
    if (isFirst(event)) onVisibleChange(false);
  };
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action={dashboardPaths.updateProfile}
      className="grid gap-6"
      noValidate
      onSubmit={handleSubmit}
    >
      <input type="hidden" name="intent" value={intent} />
      <FormErrorMessage failure={refused?.failed} />
      {typeof children === 'function' ? children(refused, { isVisible, onVisibleChange }) : children}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <button
          type="submit"
          className={`button ${tones[tone]}`}
          // `disabled` would lose keyboard focus.
          aria-disabled={sending || undefined}
          aria-label={props.ariaLabel}
        >
          {sending ? props.busyLabel : props.submitLabel}
        </button>
      </div>
    </fetcher.Form>
  );
}
