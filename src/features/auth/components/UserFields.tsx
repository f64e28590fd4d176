import { TextField, type TextFieldProps } from '#ui/TextField.tsx';

/** A person's name. */
export function NameField(props: Partial<TextFieldProps>) {
  return <TextField label="Name" name="name" autoComplete="name" maxLength={80} {...props} />;
}

/** A person's email address. */
export function EmailField(props: Partial<TextFieldProps>) {
  return <TextField label="Email" name="email" type="email" inputMode="email" autoComplete="email" {...props} />;
}
