import { useState } from 'react';
import { useActionData, useNavigation } from 'react-router';
import { PasswordField } from '#ui/PasswordField.tsx';

interface NewPasswordFieldsProps {
  label?: string;
  errors: Readonly<Record<string, string>> | undefined;
}

/** A new password, typed twice; one toggle shows and hides both, and sending hides them. */
export function NewPasswordFields({ label = 'Password', errors }: NewPasswordFieldsProps) {
  const attempt: unknown = useActionData() ?? 'first';
  const [shownIn, setShownIn] = useState<unknown>();
  const sending = useNavigation().formData !== undefined;
  const shared = {
    shown: shownIn === attempt && !sending,
    onShownChange: (shown: boolean) => setShownIn(shown ? attempt : undefined),
    autoComplete: 'new-password',
    maxLength: 128,
    required: true,
  };
  return (
    <>
      <PasswordField
        {...shared}
        label={label}
        name="password"
        hint="At least 6 characters; 10 or more are better."
        error={errors?.password}
      />
      <PasswordField {...shared} label={`Confirm ${label}`} name="confirmPassword" error={errors?.confirmPassword} />
    </>
  );
}
