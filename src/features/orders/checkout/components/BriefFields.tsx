import { EmailField, NameField } from '#features/auth/browser.ts';
import { TextField } from '#ui/TextField.tsx';
import { FileField } from '#ui/FileField.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { FormValues } from '#ui/use-form-draft.ts';
import { MAX_BRIEF_LENGTH } from '../../lifecycle/contract/limits.ts';
import type { CheckoutOffer } from '../contract.ts';

/** Initial values and errors of the form. */
interface CheckoutForm {
  readonly draft: { readonly initial: FormValues };
  readonly errors: Readonly<Record<string, string>>;
}

export function BriefFields({ label, form: { draft, errors } }: { label: string; form: CheckoutForm }) {
  return (
    <>
      <TextArea
        label={label}
        name="brief"
        rows={6}
        maxLength={MAX_BRIEF_LENGTH}
        defaultValue={draft.initial.brief}
        error={errors.brief}
        hint="Describe the goal, the audience, examples you like and what you already have. Up to 5,000 characters."
      />
      <FileField
        hint="Any file type, up to 20 MB in total. You can add more later on the order page."
        error={errors.file}
      />
    </>
  );
}

interface BudgetAndDeadlineProps {
  offer: Pick<CheckoutOffer, 'currency' | 'today'>;
  form: CheckoutForm;
}

export function BudgetAndDeadlineFields({
  offer: { currency, today },
  form: { draft, errors },
}: BudgetAndDeadlineProps) {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <TextField
        label={`Budget in ${currency} (optional)`}
        name="budget"
        inputMode="decimal"
        maxLength={30}
        defaultValue={draft.initial.budget}
        error={errors.budget}
        hint="Helps tailor the quote to your budget."
      />
      <TextField
        label="Needed by (optional)"
        name="deadline"
        type="date"
        min={today}
        defaultValue={draft.initial.deadline}
        error={errors.deadline}
        hint="The latest date that works for you."
      />
    </div>
  );
}

/** Renders the signed-in client, or sign-in and the name and email fields. */
export function ClientFields({ client, form }: { client: CheckoutOffer['client']; form: CheckoutForm }) {
  const { draft, errors } = form;
  if (client) {
    return (
      <p className="text-small text-ink-soft">
        Ordering as <b className="text-ink">{client.name}</b>, {client.email}. You’ll find the order in your dashboard.
      </p>
    );
  }
  return (
    <>
      <NameField defaultValue={draft.initial.name} error={errors.name} />
      <EmailField
        defaultValue={draft.initial.email}
        error={errors.email}
        hint="You’ll get the link to your order here. You don’t need an account."
      />
      <p>
        <button type="submit" name="intent" value="sign-in" className="button">
          Sign in or sign up first
        </button>
        <span className="hint mt-2 block">Your text is saved. You can add files after you sign in.</span>
      </p>
    </>
  );
}
