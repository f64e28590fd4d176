import { useState } from 'react';
import { useActionData, useNavigation } from 'react-router';
import type { PasswordPolicy } from '#features/settings/contract.ts';
import { PasswordField, type PasswordFieldProps } from '#ui/PasswordField.tsx';

/** The user's current password. */
export function CurrentPasswordField(
  props: Partial<PasswordFieldProps> & Pick<PasswordFieldProps, 'isVisible' | 'onVisibleChange'>,
) {
  return (
    <PasswordField
      label="Password"
      name="password"
      autoComplete="current-password"
      maxLength={128}
      required
      {...props}
    />
  );
}

interface NewPasswordFieldsProps {
  label?: string;
  policy: PasswordPolicy;
  errors: Readonly<Record<string, string>> | undefined;
}

/** Renders the new password and its confirmation; one toggle shows both, and submitting hides them. */
export function NewPasswordFields({ label = 'Password', policy, errors }: NewPasswordFieldsProps) {
  const attempt: unknown = useActionData() ?? 'first';
  const [shownIn, setShownIn] = useState<unknown>();
  const { minLength, recommendedLength } = policy;
  const better = recommendedLength > minLength ? `; ${recommendedLength} or more is safer` : '';
  const sending = useNavigation().formData !== undefined;
  const shared = {
    isVisible: shownIn === attempt && !sending,
    onVisibleChange: (isVisible: boolean) => setShownIn(isVisible ? attempt : undefined),
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
        hint={`At least ${minLength} characters${better}.`}
        error={errors?.password}
      />
      <PasswordField {...shared} label={`Confirm ${label}`} name="confirmPassword" error={errors?.confirmPassword} />
    </>
  );
}
