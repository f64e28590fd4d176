import { type ComponentProps, createContext, type ReactNode, use } from 'react';
import { Form, useNavigation } from 'react-router';
import { useSubmitOnce } from '#ui/use-submit-once.ts';
import { ErrorNotice } from './ErrorNotice.tsx';
import { TextArea } from './TextArea.tsx';
import { TextField } from './TextField.tsx';

/** Errors and submitted values of a rejected form. */
export interface FailedSubmission {
  readonly failed: {
    readonly code?: string;
    readonly message: string;
    readonly fields: Readonly<Record<string, string>>;
  };
  readonly values: Readonly<Record<string, string>>;
}

interface ActionFormProps {
  intent: string;
  /** Hidden fields that distinguish forms of the same intent; used to match errors to their form. */
  fields?: Readonly<Record<string, string>>;
  label: string;
  busyLabel?: string;
  primary?: boolean;
  /** Whether submitting is destructive. */
  danger?: boolean;
  /** Styled as a link, for rare actions and repeated rows. */
  quiet?: boolean;
  failure?: FailedSubmission | undefined;
  disabled?: boolean;
  className?: string;
  children?: ReactNode;
}

/** Returns whether the submitted values belong to this form. */
export function isSubmissionOf(
  values: Readonly<Record<string, string>>,
  intent: string,
  fields: Readonly<Record<string, string>>,
) {
  return values.intent === intent && Object.entries(fields).every(([name, value]) => values[name] === value);
}

const FailureContext = createContext<FailedSubmission | undefined>(undefined);

/** Returns the rejected submission of the surrounding `ActionForm`. */
export const useFormFailure = () => use(FailureContext);

/** Shows the error of a form. Fields show their own, so it counts several and hides that of a single one. */
function FormMessage({ message, fields }: FailedSubmission['failed']) {
  const messages = Object.values(fields);
  if (!messages.includes(message)) return <ErrorNotice message={message} />;
  if (messages.length > 1) return <ErrorNotice message={`${messages.length} fields need your attention.`} />;
  return <ErrorNotice message={message} className="in-[form:has([aria-invalid=true])]:hidden" />;
}

/** Renders one action of a page as a form with a button and its error. */
export function ActionForm({
  intent,
  fields = {},
  label,
  busyLabel = 'Sending…',
  primary = false,
  danger = false,
  quiet = false,
  failure,
  disabled,
  className = '',
  children,
}: ActionFormProps) {
  const { formData } = useNavigation();
  const sent =
    formData && Object.fromEntries([...formData].filter((it): it is [string, string] => typeof it[1] === 'string'));
  const sending = sent !== undefined && isSubmissionOf(sent, intent, fields);
  const handleSubmit = useSubmitOnce(formData !== undefined);
  const ownFailure = failure && isSubmissionOf(failure.values, intent, fields) ? failure : undefined;
  return (
    <Form
      method="post"
      preventScrollReset
      className={`grid justify-items-start gap-4 ${className}`}
      noValidate
      onSubmit={handleSubmit}
    >
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} readOnly />
      ))}
      <FailureContext value={ownFailure}>{children}</FailureContext>
      {ownFailure && <FormMessage {...ownFailure.failed} />}
      <button
        type="submit"
        className={
          quiet
            ? `link min-h-11 text-small ${danger ? 'text-danger' : 'text-ink-soft'}`
            : `button ${danger ? 'button-danger' : primary ? 'button-primary' : ''}`
        }
        disabled={disabled || (formData !== undefined && !sending)}
        // `disabled` would lose the keyboard focus.
        aria-disabled={sending || undefined}
      >
        {sending ? busyLabel : label}
      </button>
    </Form>
  );
}

/** Returns name, initial value and error of a field of the surrounding form. */
function useActionField(name: string, initial?: string) {
  const failure = useFormFailure();
  return { name, defaultValue: failure?.values[name] ?? initial, error: failure?.failed.fields[name] };
}

/** Renders a text field of an `ActionForm`; keeps the value and error of a rejected submission. */
export function ActionTextField({
  name,
  defaultValue,
  ...input
}: ComponentProps<typeof TextField> & { defaultValue?: string }) {
  return (
    <div className="w-full">
      <TextField {...input} {...useActionField(name, defaultValue)} />
    </div>
  );
}

/** Renders a text area of an `ActionForm`; keeps the value and error of a rejected submission. */
export function ActionTextArea({
  name,
  defaultValue,
  ...input
}: ComponentProps<typeof TextArea> & { defaultValue?: string }) {
  return (
    <div className="w-full">
      <TextArea {...input} {...useActionField(name, defaultValue)} />
    </div>
  );
}

/** Returns the error of a form's field. */
export function getFieldError(
  failure: FailedSubmission | undefined,
  intent: string,
  field: string,
): string | undefined {
  return failure?.values.intent === intent ? failure.failed.fields[field] : undefined;
}
