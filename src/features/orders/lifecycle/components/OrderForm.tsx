import { type ComponentProps, createContext, type ReactNode, use } from 'react';
import { useActionData } from 'react-router';
import { ActionForm, Disclosure, type FailedSubmission, isSubmissionOf } from '#ui/ActionForm.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';

/** The rejected submission of the surrounding form. */
const OwnFailure = createContext<FailedSubmission | undefined>(undefined);

/** Identifies a form of an order's page, as in `ActionForm`. */
export interface OrderFormKey {
  intent: string;
  fields?: Readonly<Record<string, string>>;
}

/** Returns the rejected submission of the page; undefined if it succeeded, or belongs to another form than the given. */
export function useOrderFailure(form?: OrderFormKey): FailedSubmission | undefined {
  const result = useActionData<FailedSubmission | { done: string }>();
  const failure = result && 'failed' in result ? result : undefined;
  return failure && (!form || isSubmissionOf(failure.values, form.intent, form.fields ?? {})) ? failure : undefined;
}

/** Renders one action of an order's page; its fields keep the values and errors of a rejected submission. */
export function OrderForm({ children, ...form }: Omit<ComponentProps<typeof ActionForm>, 'failure'>) {
  const failure = useOrderFailure(form);
  return (
    <ActionForm {...form} failure={failure}>
      <OwnFailure value={failure}>{children}</OwnFailure>
    </ActionForm>
  );
}

interface OrderDisclosureProps extends OrderFormKey {
  label: string;
  open?: boolean;
  children: ReactNode;
}

/** Renders a form in a disclosure, which stays open after an error. */
export function OrderDisclosure({ label, open = false, children, ...form }: OrderDisclosureProps) {
  const isFailed = useOrderFailure(form) !== undefined;
  return (
    <Disclosure label={label} open={open || isFailed}>
      {children}
    </Disclosure>
  );
}

/** Returns the rejected submission of the surrounding form. */
export const useOwnFailure = () => use(OwnFailure);

/** Returns name, initial value and error of a field of the surrounding form. */
function useOrderField(name: string, initial?: string) {
  const failure = useOwnFailure();
  return { name, defaultValue: failure?.values[name] ?? initial, error: failure?.failed.fields[name] };
}

/** Renders a text field of an `OrderForm`. */
export function OrderTextField({
  name,
  defaultValue,
  ...input
}: ComponentProps<typeof TextField> & { defaultValue?: string }) {
  return (
    <div className="w-full">
      <TextField {...input} {...useOrderField(name, defaultValue)} />
    </div>
  );
}

/** Renders a text area of an `OrderForm`. */
export function OrderTextArea({ name, ...input }: ComponentProps<typeof TextArea>) {
  return (
    <div className="w-full">
      <TextArea {...input} {...useOrderField(name)} />
    </div>
  );
}
