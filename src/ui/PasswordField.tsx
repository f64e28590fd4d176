import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { TextField, type TextFieldProps } from './TextField.tsx';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'endAdornment'> {
  /** Whether the password is readable. Shared by the fields of a form; the form resets it on submit. */
  isVisible: boolean;
  onVisibleChange: (shown: boolean) => void;
}

/** Password input with a button to show or hide the value. */
export function PasswordField({ isVisible, onVisibleChange, ...field }: PasswordFieldProps) {
  const toggleLabel = isVisible ? 'Hide password' : 'Show password';
  const Icon = isVisible ? EyeOff : Eye;
  return (
    <TextField
      {...field}
      type={isVisible ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      endAdornment={
        <button
          type="button"
          data-needs-app=""
          data-tooltip={toggleLabel}
          aria-label={toggleLabel}
          className="grid size-11 place-items-center rounded-control text-ink-soft hover:text-ink"
          onClick={() => onVisibleChange(!isVisible)}
        >
          <Icon className="size-5" aria-hidden="true" />
        </button>
      }
    />
  );
}
