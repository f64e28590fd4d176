import { type ClipboardEvent, type InputHTMLAttributes, useId, useRef } from 'react';
import { getAriaProps, FormField } from './FormField.tsx';

/** How many digits a one-time code has (specification, point 7). */
const CODE_LENGTH = 6;

interface CodeFieldProps
  extends Omit<
    InputHTMLAttributes<HTMLInputElement>,
    'className' | 'id' | 'type' | 'value' | 'maxLength' | 'pattern' | 'onChange' | 'onPaste'
  > {
  label: string;
  name: string;
  hint?: string;
  error?: string | undefined;
  /** Told the digits that stand in the field, whenever they change. */
  onCodeChange?: (code: string) => void;
  /** Told the code when its last digit has come. */
  onComplete?: (code: string) => void;
}

/**
 * A one-time code in six segments. They are drawn behind one plain input, by the style sheet alone (base.css), so that
 * it is typed, pasted, filled in and read aloud like any other, and sent without script.
 */
export function OneTimeCodeField({ label, hint, error, onCodeChange, onComplete, ...input }: CodeFieldProps) {
  const id = useId();
  const told = useRef(extractDigits(String(input.defaultValue ?? '')));
  const tell = (code: string) => {
    if (code === told.current) return;
    told.current = code;
    onCodeChange?.(code);
    if (code.length === CODE_LENGTH) onComplete?.(code);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    // The browser would cut the text off before the other signs are out of it.
    event.preventDefault();
    putDigits(event.currentTarget, event.clipboardData.getData('text'));
    tell(event.currentTarget.value);
  };
  return (
    <FormField id={id} label={label} hint={hint} error={error}>
      <div className="code-field">
        <div className="code-segments" aria-hidden="true">
          {Array.from({ length: CODE_LENGTH }, (_, place) => (
            <span key={place} />
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
            onPaste={paste}
            onChange={({ currentTarget: field }) => {
              keepDigits(field);
              tell(field.value);
            }}
          />
        </div>
      </div>
    </FormField>
  );
}

/** The digits among a text's signs, up to a whole code's; digits of any width count. */
export function extractDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[^0-9]/g, '')
    .slice(0, CODE_LENGTH);
}

/** Puts a text's digits where the caret is; a whole code takes the place of all that was there. */
function putDigits(field: HTMLInputElement, text: string): void {
  const digits = extractDigits(text);
  if (digits === '') return;
  if (digits.length === CODE_LENGTH) field.value = digits;
  else field.setRangeText(digits, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  keepDigits(field);
}

/** Takes everything but digits out of what was typed, and leaves the caret behind the same digit. */
function keepDigits(field: HTMLInputElement): void {
  const digits = extractDigits(field.value);
  if (digits === field.value) return;
  const before = extractDigits(field.value.slice(0, field.selectionStart ?? undefined)).length;
  field.value = digits;
  field.setSelectionRange(before, before);
}
