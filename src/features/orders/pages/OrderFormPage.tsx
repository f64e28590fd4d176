import { useId, useState } from 'react';
import { Form, Link, redirect, useActionData, useLoaderData, useNavigation } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { formatMoney } from '#shared/money.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { sellingPaths } from '#shared/selling-paths.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { keepDraft } from '#ui/draft.ts';
import { Field } from '#ui/Field.tsx';
import { describedBy } from '#ui/FieldFrame.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { useOnce } from '#ui/use-once.ts';
import { useFormDraft } from '#ui/use-form-draft.ts';
import { BriefFiles, sendBriefFiles } from '../components/BriefFiles.tsx';
import { ClientFields } from '../components/ClientFields.tsx';
import { FormFailure } from '../components/FormFailure.tsx';
import { FormPart } from '../components/FormPart.tsx';
import { OfferSummary } from '../components/OfferSummary.tsx';
import { OrderTerms } from '../components/OrderTerms.tsx';
import { LONGEST_BRIEF } from '../contract/limits.ts';
import type { Offer, OfferKind } from '../contract/placing.ts';

const draftOf = ({ kind, id }: { kind?: string | undefined; id?: string | undefined }) => `order-${kind}-${id}`;

const keyOf = ({ kind = '', id = '' }: Readonly<Record<string, string | undefined>>) => ({
  kind: kind as OfferKind,
  id,
});

export const loader = pageLoader(async ({ api, params, search }) => {
  const token = search.get('draft');
  const [offer, kept] = await Promise.all([
    api.orders.offer(keyOf(params)),
    token ? api.orders.draft({ draft: token }).catch(() => undefined) : undefined,
  ]);
  // One for each time that the form is shown: whoever sends it twice orders once.
  return { offer, kept: kept?.values ?? {}, submission: crypto.randomUUID() };
});

export const action = pageAction(async ({ api, params, form, allFiles }): Promise<never> => {
  const key = keyOf(params);
  const value = (name: string) => form.get(name) ?? '';
  if (form.get('intent') === 'sign-in') {
    const values = { brief: value('brief'), urgent: value('urgent'), name: value('name'), email: value('email') };
    const { draft } = await api.orders.keepDraft({ values });
    const next = withQuery(paths.orderOffer(key.kind, key.id), { draft });
    // oxlint-disable-next-line typescript/only-throw-error
    throw redirect(withQuery(paths.login, { next }), 303);
  }
  const { number, link } = await api.orders.place({
    ...key,
    brief: value('brief'),
    urgent: form.get('urgent') === 'on' ? 'on' : '',
    // What is empty is not there: the API names all that is missing at once.
    ...(value('name') ? { name: value('name') } : {}),
    ...(value('email') ? { email: value('email') } : {}),
    ...(value('signature') ? { signature: value('signature') } : {}),
    agreementHash: value('agreementHash'),
    urgentAgreementHash: value('urgentAgreementHash'),
    submission: value('submission'),
  });
  const lost = await sendBriefFiles(api, link, allFiles('file'));
  keepDraft(draftOf(params), undefined);
  const isSignedIn = !form.has('email');
  const to = isSignedIn ? dashboardPaths.order(number) : sellingPaths.order(link);
  // oxlint-disable-next-line typescript/only-throw-error
  throw redirect(withQuery(to, { did: 'placed', lost: lost || undefined }), 303);
});

/** What is ordered, for whom, at what price and under which terms: one form, whole without script. */
export function Component() {
  const { offer } = useLoaderData<typeof loader>();
  return (
    <div className="frame pt-10 pb-24 sm:pt-14" data-hydrate="now">
      <title>{`Order ${offer.title}`}</title>
      <meta name="robots" content="noindex" />
      <p className="meta">
        <Link
          className="inline-flex min-h-11 items-center hover:text-accent"
          to={offer.kind === 'project' ? paths.project(offer.id) : paths.pricing}
        >
          {offer.kind === 'project' ? 'Back to the project' : 'Back to all prices'}
        </Link>
      </p>
      <h1 className="text-h1">{offer.isQuoted ? `Ask for a quote: ${offer.title}` : `Order ${offer.title}`}</h1>
      <p className="mt-4 max-w-[56ch] text-lead text-ink-soft">
        {offer.summary}{' '}
        {offer.isQuoted
          ? 'Its price begins at the one below. You get a quote first, and owe nothing before you accept it.'
          : ''}
      </p>
      <OrderForm offer={offer} />
    </div>
  );
}

function OrderForm({ offer }: { offer: Offer }) {
  const { kept, submission } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const failed = result && 'failed' in result ? result : undefined;
  const saved = { brief: '', urgent: '', name: '', email: '', signature: '' };
  const first = Object.keys(kept).length > 0 ? { ...saved, ...kept } : undefined;
  const draft = useFormDraft({ name: draftOf(offer), saved, version: 1, refused: failed?.values ?? first });
  const navigation = useNavigation();
  // What names the form stays the same while it is shown, or one order would become two.
  const [name] = useState(failed?.values.submission ?? submission);
  const errors = failed?.failed.fields ?? {};
  const { urgent, usual, client, isQuoted } = offer;
  const sending = navigation.formData !== undefined;
  const once = useOnce(sending);
  return (
    <Form method="post" encType="multipart/form-data" className="group/order mt-10" noValidate onSubmit={once}>
      <input type="hidden" name="submission" value={name} readOnly />
      <input type="hidden" name="agreementHash" value={usual.agreementHash} readOnly />
      {urgent && <input type="hidden" name="urgentAgreementHash" value={urgent.agreementHash} readOnly />}
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-12">
        <div key={draft.turn} className="grid content-start gap-12 lg:col-span-7" onInput={draft.onInput}>
          <FormFailure failed={failed?.failed} />
          <FormPart title="What you have in mind">
            <TextArea
              label={isQuoted ? 'What it is to be' : 'Your brief (optional)'}
              name="brief"
              rows={6}
              maxLength={LONGEST_BRIEF}
              defaultValue={draft.first.brief}
              error={errors.brief}
              hint="What it is for, who it is for, what you like and what you have already. Plain text, at most 5,000 characters."
            />
            <BriefFiles error={errors.file} />
            {offer.contentItems.length > 0 && (
              <div className="text-small text-ink-soft">
                <p>Before work starts you supply, when you have it:</p>
                <ul className="mt-1 list-disc pl-5">
                  {offer.contentItems.map(item => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              </div>
            )}
          </FormPart>
          {urgent && (
            <FormPart title="When">
              <UrgencyField offer={offer} checked={draft.first.urgent === 'on'} error={errors.urgent} />
            </FormPart>
          )}
          <FormPart title="Who you are">
            <ClientFields client={client} first={draft.first} errors={errors} />
          </FormPart>
          <FormPart title={isQuoted ? 'The terms' : 'The agreement'}>
            <OrderTerms offer={offer} />
            {!isQuoted && (
              <Field
                label="Your name, typed in agreement"
                name="signature"
                autoComplete="name"
                maxLength={120}
                defaultValue={draft.first.signature}
                error={errors.signature}
                hint="By it you agree to the text above (term 15). Text, name, time and network address are kept, for you as well."
              />
            )}
          </FormPart>
        </div>
        <aside aria-label="The price" className="lg:col-span-5">
          <div className="lg:sticky lg:top-28">
            <h2 className="text-h3">{isQuoted ? 'The price begins at' : 'The price'}</h2>
            <div className="mt-4">
              <OfferSummary offer={offer} />
            </div>
            <button type="submit" className="button button-primary mt-7 w-full" disabled={sending}>
              {sending ? 'Sending…' : isQuoted ? 'Ask for a quote' : 'Order with payment'}
            </button>
            {!isQuoted && <p className="meta mt-2">Then you choose how to pay. Nothing is charged before that.</p>}
          </div>
        </aside>
      </div>
    </Form>
  );
}

function UrgencyField({ offer, checked, error }: { offer: Offer; checked: boolean; error: string | undefined }) {
  const id = useId();
  const { urgent, usual, currency, figures } = offer;
  if (!urgent) return null;
  const written = (minor: typeof usual.total) => formatMoney({ minor, currency }, { exact: true });
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-3">
      <input
        id={id}
        type="checkbox"
        name="urgent"
        className="mt-0.5 size-5 shrink-0"
        defaultChecked={checked}
        {...describedBy({ id, hint: 'What it costs.', error })}
      />
      <label htmlFor={id} className="font-display font-semibold">
        Urgent: within 48 to 72 hours
      </label>
      <p id={`${id}-hint`} className="col-start-2 text-small text-ink-soft">
        {figures.urgentPercent}% more, {written(urgent.total)} in place of {written(usual.total)} (term 16). If it
        cannot be done, the surcharge goes.
      </p>
      {error && (
        <p id={`${id}-error`} className="col-start-2 text-small text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
