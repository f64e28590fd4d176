import { TextField } from '#ui/TextField.tsx';

interface UserFieldProps {
  defaultValue: string | undefined;
  error: string | undefined;
  required?: boolean;
}

export function NameField(props: UserFieldProps) {
  return <TextField label="Name" name="name" autoComplete="name" maxLength={80} {...props} />;
}

export function EmailField(props: UserFieldProps & { hint?: string }) {
  return <TextField label="E-mail" name="email" type="email" inputMode="email" autoComplete="email" {...props} />;
}
