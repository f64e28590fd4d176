import { EmailField, NameField } from '#features/auth/browser.ts';
import type { CheckoutOffer } from '../contract.ts';

interface ClientFieldsProps {
  /** The signed-in client; null if nobody is signed in. */
  client: CheckoutOffer['client'];
  /** Initial values. */
  first: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
}

/** Renders the signed-in client, or sign-in and the name and email fields. */
export function ClientFields({ client, first, errors }: ClientFieldsProps) {
  return (
    <>
      {client ? (
        <p className="text-small text-ink-soft">
          You order as <b className="text-ink">{client.name}</b>, {client.email}. The order stands on your dashboard.
        </p>
      ) : (
        <>
          <NameField defaultValue={first.name} error={errors.name} />
          <EmailField
            defaultValue={first.email}
            error={errors.email}
            hint="The link to your order goes there. No account is needed; with one you find the order there, too."
          />
          <p>
            <button type="submit" name="intent" value="sign-in" className="button">
              Sign in or register first
            </button>
            <span className="meta mt-2 block">What you typed is kept; choose files afterwards.</span>
          </p>
        </>
      )}
    </>
  );
}
