import { useState } from 'react';
import { PasswordField } from '#ui/PasswordField.tsx';

interface NewPasswordFieldsProps {
  label?: string;
  errors: Readonly<Record<string, string>>;
}

/** A new password, typed twice; one toggle shows and hides both. */
export function NewPasswordFields({ label = 'Password', errors }: NewPasswordFieldsProps) {
  const [shown, setShown] = useState(false);
  const shared = { shown, onShownChange: setShown, autoComplete: 'new-password', maxLength: 128, required: true };
  return (
    <>
      <PasswordField
        {...shared}
        label={label}
        name="password"
        hint="At least 6 characters; 10 or more are better."
        error={errors.password}
      />
      <PasswordField {...shared} label={`Confirm ${label}`} name="confirmPassword" error={errors.confirmPassword} />
    </>
  );
}
