import type { ComponentProps } from 'react';
import { type FailedSubmission, isSubmissionOf } from '#ui/ActionForm.tsx';
import { TextArea } from '#ui/TextArea.tsx';

interface ActionTextAreaProps extends ComponentProps<typeof TextArea> {
  /** Intent and hidden fields of the form, as in `ActionForm`. */
  intent: string;
  fields?: Readonly<Record<string, string>>;
  refused: FailedSubmission | undefined;
}

/** Renders a text area of an action, which keeps the text and the error of a rejected submission. */
export function ActionTextArea({ intent, fields = {}, refused, ...input }: ActionTextAreaProps) {
  const mine = refused && isSubmissionOf(refused.values, intent, fields) ? refused : undefined;
  return (
    <div className="w-full">
      <TextArea {...input} defaultValue={mine?.values[input.name]} error={mine?.failed.fields[input.name]} />
    </div>
  );
}
