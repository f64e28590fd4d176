import { type ClipboardEvent, type InputHTMLAttributes, useId } from 'react';
import { getAriaProps, FormField } from './FormField.tsx';

/** Number of digits of a one-time code (specification, point 7). */
const CODE_LENGTH = 6;

interface OneTimeCodeFieldProps
  extends Omit<
    InputHTMLAttributes<HTMLInputElement>,
    'className' | 'id' | 'type' | 'value' | 'maxLength' | 'pattern' | 'onChange' | 'onPaste'
  > {
  label: string;
  name: string;
  hint?: string;
  error?: string | undefined;
}

/**
 * One-time code input with six segments. CSS draws them behind a single input (base.css), so typing, pasting, autofill
 * and screen readers work as usual, also without JavaScript.
 */
export function OneTimeCodeField({ label, hint, error, ...input }: OneTimeCodeFieldProps) {
  const id = useId();
  const handlePaste = (event: ClipboardEvent<HTMLInputElement>) => {
    // The browser would apply maxlength before the other characters are removed.
    event.preventDefault();
    insertDigits(event.currentTarget, event.clipboardData.getData('text'));
  };
  return (
    <FormField id={id} label={label} hint={hint} error={error}>
      <div className="code-field">
        <div className="code-segments" aria-hidden="true">
          {Array.from({ length: CODE_LENGTH }, (_, index) => (
            <span key={index} />
          ))}
        </div>
        <div className="code-digits">
          <input
            autoComplete="one-time-code"
            inputMode="numeric"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...getAriaProps({ id, hint, error })}
            id={id}
            type="text"
            maxLength={CODE_LENGTH}
            pattern={`[0-9]{${CODE_LENGTH}}`}
            onPaste={handlePaste}
            onChange={({ currentTarget }) => stripNonDigits(currentTarget)}
          />
        </div>
      </div>
    </FormField>
  );
}

/** Returns the digits in a text, up to the length of a code; full-width digits count. */
export function extractDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[^0-9]/g, '')
    .slice(0, CODE_LENGTH);
}

/** Inserts the digits of a text at the caret; a complete code replaces the value. */
function insertDigits(field: HTMLInputElement, text: string): void {
  const digits = extractDigits(text);
  if (digits === '') return;
  if (digits.length === CODE_LENGTH) field.value = digits;
  else field.setRangeText(digits, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  stripNonDigits(field);
}

/** Removes everything but digits and keeps the caret after the same digit. */
function stripNonDigits(field: HTMLInputElement): void {
  const digits = extractDigits(field.value);
  if (digits === field.value) return;
  const caret = extractDigits(field.value.slice(0, field.selectionStart ?? undefined)).length;
  field.value = digits;
  field.setSelectionRange(caret, caret);
}
