import { Field } from '#ui/TextField.tsx';

interface PersonFieldProps {
  defaultValue: string | undefined;
  error: string | undefined;
  required?: boolean;
}

/** What somebody is called, by its own rules (`personName`). */
export function NameField(props: PersonFieldProps) {
  return <Field label="Name" name="name" autoComplete="name" maxLength={80} {...props} />;
}

/** By which address somebody can be reached. */
export function EmailField(props: PersonFieldProps & { hint?: string }) {
  return <Field label="E-mail" name="email" type="email" inputMode="email" autoComplete="email" {...props} />;
}
