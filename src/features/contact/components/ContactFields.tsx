import { EmailField, NameField } from '#features/auth/browser.ts';
import { TextField } from '#ui/TextField.tsx';
import { FileField } from '#ui/FileField.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { FormValues } from '#ui/use-form-draft.ts';
import {
  allowedFileExtensions,
  MAX_BUDGET_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_SUBJECT_LENGTH,
} from '../contract/limits.ts';
import { HoneypotField } from './HoneypotField.tsx';

interface ContactFieldsProps {
  currency: string;
  defaultValues: FormValues;
  errors: Readonly<Record<string, string>>;
}

/** Fields of a message, apart from what the form adds. */
export function ContactFields({ currency, defaultValues, errors }: ContactFieldsProps) {
  return (
    <>
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <NameField defaultValue={defaultValues.name} error={errors.name} required />
        <EmailField defaultValue={defaultValues.email} error={errors.email} hint="The answer goes there." required />
      </div>
      <div className="grid items-start gap-6 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <TextField
          label="Subject"
          name="subject"
          required
          maxLength={MAX_SUBJECT_LENGTH}
          defaultValue={defaultValues.subject}
          error={errors.subject}
        />
        <TextField
          label="Budget (optional)"
          name="budget"
          maxLength={MAX_BUDGET_LENGTH}
          defaultValue={defaultValues.budget}
          error={errors.budget}
          hint={`In ${currency}, roughly.`}
        />
      </div>
      <div className="[&_textarea]:min-h-52">
        <TextArea
          label="Message"
          name="message"
          required
          rows={8}
          maxLength={MAX_MESSAGE_LENGTH}
          defaultValue={defaultValues.message}
          error={errors.message}
          hint="Plain text, at most 5,000 characters."
        />
      </div>
      <HoneypotField />
      <FileField
        hint="A PDF, picture, text, office document or ZIP of at most 10 MB."
        extensions={allowedFileExtensions.map(ending => `.${ending}`)}
        error={errors.file ?? errors['file.name'] ?? errors['file.sizeBytes']}
      />
    </>
  );
}
