import type { ComponentProps, ReactNode } from 'react';
import { useLoaderData } from 'react-router';
import { useRejectedForm } from '#platform/pages/loader.ts';
import { ActionForm, type FailedSubmission, isSubmissionOf, useFormFailure } from '#ui/ActionForm.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';

/** Identifies a form of an order's page, as in `ActionForm`. */
export interface OrderFormKey {
  intent: string;
  fields?: Readonly<Record<string, string>>;
}

/** Returns the rejected submission of the page; undefined if it succeeded, or belongs to another form than the given. */
export function useOrderFailure(form?: OrderFormKey): FailedSubmission | undefined {
  const failure = useRejectedForm();
  return failure && (!form || isSubmissionOf(failure.values, form.intent, form.fields ?? {})) ? failure : undefined;
}

/**
 * Renders one action of an order's page; its fields keep the values and errors of a rejected submission. It can be sent
 * again after a lost response, because the action is done once per idempotency key.
 */
export function OrderForm({ children, ...form }: Omit<ComponentProps<typeof ActionForm>, 'failure'>) {
  return (
    <ActionForm {...form} failure={useOrderFailure()}>
      <IdempotencyKeyField />
      {children}
    </ActionForm>
  );
}

function IdempotencyKeyField() {
  const { idempotencyKey } = useLoaderData<{ idempotencyKey: string }>();
  const failure = useFormFailure();
  const key = failure?.values.idempotencyKey ?? idempotencyKey;
  return <input type="hidden" name="idempotencyKey" value={key} readOnly suppressHydrationWarning />;
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
