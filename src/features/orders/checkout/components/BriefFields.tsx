import { TextField } from '#ui/TextField.tsx';
import { FileField } from '#ui/FileField.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { FormValues } from '#ui/use-form-draft.ts';
import { MAX_BRIEF_LENGTH } from '../../lifecycle/contract/limits.ts';

interface BriefFieldsProps {
  label: string;
  initialValues: FormValues;
  errors: Readonly<Record<string, string>>;
}

export function BriefFields({ label, initialValues, errors }: BriefFieldsProps) {
  return (
    <>
      <TextArea
        label={label}
        name="brief"
        rows={6}
        maxLength={MAX_BRIEF_LENGTH}
        defaultValue={initialValues.brief}
        error={errors.brief}
        hint="What it is for, who it is for, what you like and what you have already. Plain text, at most 5,000 characters."
      />
      <FileField hint="Of any kind, 20 MB together. More can follow on the order’s page." error={errors.file} />
    </>
  );
}

interface WishFieldsProps extends Omit<BriefFieldsProps, 'label'> {
  currency: string;
  /** Today in the owner's time zone; a deadline can't be earlier. */
  today: string;
}

export function BudgetAndDeadlineFields({ currency, today, initialValues, errors }: WishFieldsProps) {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <TextField
        label={`Budget in ${currency} (optional)`}
        name="budget"
        inputMode="decimal"
        maxLength={30}
        defaultValue={initialValues.budget}
        error={errors.budget}
        hint="With it the quote can fit from the start."
      />
      <TextField
        label="Needed by (optional)"
        name="deadline"
        type="date"
        min={today}
        defaultValue={initialValues.deadline}
        error={errors.deadline}
        hint="The last day that would do."
      />
    </div>
  );
}
