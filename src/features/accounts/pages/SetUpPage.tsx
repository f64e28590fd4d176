import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Form, redirect, useActionData, useLoaderData, useNavigation } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { Field } from '#ui/Field.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';

export const loader = pageLoader(async ({ api, params }) => {
  const token = params.token ?? '';
  await api.accounts.checkSetUp({ token });
  return { token };
});

export const action = pageAction(async ({ api, params, form }) => {
  await api.accounts.setUp({
    token: params.token ?? '',
    name: form.get('name') ?? '',
    email: form.get('email') ?? '',
    password: form.get('password') ?? '',
  });
  throw redirect(paths.setUpDone, 303);
});

/** Where the printed one-time link leads: whoever fills this in becomes the owner. */
export function Component() {
  const { token } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const sending = useNavigation().state !== 'idle';
  const [shown, setShown] = useState(false);
  // A double click is quicker than the button's being disabled.
  const sent = useRef(false);
  useEffect(() => {
    if (!sending) sent.current = false;
  }, [sending]);
  const once = (event: FormEvent) => {
    if (sent.current) event.preventDefault();
    sent.current = true;
    setShown(false);
  };
  const refused = result && 'failed' in result ? result : undefined;
  const fields = refused?.failed.fields ?? {};
  return (
    <div className="frame max-w-[34rem] pt-12 sm:pt-20" data-hydrate="now">
      <title>Set up this site</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <p className="meta">One time only</p>
      <h1 className="mt-4 text-h1">Make this site yours</h1>
      <p className="mt-5 text-ink-soft">
        Whoever sends this form becomes the owner. The link then stops working, so nobody can do it again.
      </p>
      <Form method="post" action={paths.setUp(token)} className="mt-9 grid gap-6" noValidate onSubmit={once}>
        {refused && (
          <p role="alert" className="border-l-2 border-danger pl-4 text-small">
            {refused.failed.message}
          </p>
        )}
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          defaultValue={refused?.values.name}
          error={fields.name}
          maxLength={80}
          required
        />
        <Field
          label="E-mail"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          defaultValue={refused?.values.email}
          error={fields.email}
          required
        />
        <PasswordField
          label="Password"
          name="password"
          shown={shown}
          onShownChange={setShown}
          autoComplete="new-password"
          hint="At least 6 characters; 10 or more are better."
          error={fields.password}
          maxLength={128}
          required
        />
        <button type="submit" className="button button-primary justify-self-start" disabled={sending}>
          {sending ? 'Setting up…' : 'Become the owner'}
        </button>
      </Form>
    </div>
  );
}
