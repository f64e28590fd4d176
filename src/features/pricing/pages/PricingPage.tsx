import Check from 'lucide-react/icons/check';
import { type ReactNode, use } from 'react';
import { Link, useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { toDecimalString, formatMoney } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { type PriceTax, pricesNote, taxNote } from '#shared/price-tax.ts';
import { PageNotice } from '#ui/PageNotice.tsx';
import { toBreadcrumbJsonLd, PageMeta, siteMetaContext } from '#ui/PageMeta.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';
import { PlanComparison } from '../components/PlanComparison.tsx';
import { SpecializedServices } from '../components/SpecializedServices.tsx';
import type { ConsultationOption, Plan, Pricing, Service } from '../contract/index.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const [pricing, notes] = await Promise.all([api.pricing.getPricing(), api.billing.getSellingNotes()]);
  return { pricing, notes, search: searchParams.get('search') ?? '' };
});

function offers(pricing: Pricing, siteUrl: string): object[] {
  const offer = (name: string, price: Plan['price'], description: string, anchor: string) => ({
    '@context': 'https://schema.org',
    '@type': 'Offer',
    name,
    description,
    price: toDecimalString(price),
    priceCurrency: price.currency,
    url: `${siteUrl}${paths.pricing}#${anchor}`,
  });
  return [
    ...pricing.plans.map(plan => offer(plan.name, plan.price, plan.tagline, `plan-${plan.id}`)),
    ...pricing.services.map(service => offer(service.title, service.price, service.description[0] ?? '', 'services')),
    ...pricing.consultationOptions.map(option => offer(option.title, option.price, option.description, 'consultation')),
  ];
}

export function Component() {
  const { pricing, notes, search } = useLoaderData<typeof loader>();
  const site = use(siteMetaContext);
  // Empty lists are omitted with their heading.
  const { plans, services, customPackageDetails, consultationOptions, consultationFeatures, specializedServices } =
    pricing;
  const hasConsultation = consultationOptions.length + consultationFeatures.length > 0;
  const shownParts = (
    [
      ['plans', 'Plans', plans.length > 0],
      ['services', 'Monthly services', services.length > 0],
      ['custom', 'Custom plan', customPackageDetails.length > 0],
      ['consultation', 'Consultation', hasConsultation],
      ['specialized', 'Specialized services', specializedServices.length > 0],
      ['terms', 'Payment terms', true],
    ] as const
  ).filter(([, , isShown]) => isShown);
  return (
    <>
      <PageMeta
        title="Pricing"
        description="Fixed-price plans, monthly services and consultations, and the sixteen payment terms that apply to all of them."
        path={paths.pricing}
        socialImage={paths.socialCard('page', 'pricing')}
        jsonLd={[
          ...offers(pricing, site.url),
          toBreadcrumbJsonLd(site.url, [
            ['Home', paths.home],
            ['Pricing', paths.pricing],
          ]),
        ]}
      />
      <header className="frame pt-12 sm:pt-20">
        <h1 className="text-h1">Pricing</h1>
        <p className="mt-5 max-w-[40em] text-lead text-ink-soft">
          {shownParts.length > 1
            ? 'Every price, up front. The same sixteen payment terms apply to everything. They’re listed at the end of this page.'
            : 'No fixed prices right now. Every quote comes with these sixteen payment terms.'}
        </p>
        {notes.tax && <p className="meta mt-3">{pricesNote(notes.tax)}</p>}
        {notes.closed !== null && <PageNotice>{notes.closed}</PageNotice>}
        {shownParts.length === 1 && (
          <Link className="button button-primary mt-6" to={paths.customPlan}>
            Request a quote
          </Link>
        )}
      </header>
      {shownParts.length > 1 && (
        <nav aria-label="On this page" className="section-bar sticky top-16 z-10 mt-8 bg-ground sm:static">
          <div className="frame">
            <ul className="edge-fade flex gap-x-7 overflow-x-auto border-y border-rule [scrollbar-width:none]">
              {shownParts.map(([id, label]) => (
                <li key={id}>
                  <a
                    className="inline-flex min-h-11 items-center whitespace-nowrap font-display text-small font-medium text-ink-soft no-underline hover:text-ink"
                    href={`#${id}`}
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </nav>
      )}

      <div className="frame mt-10 grid grid-cols-[repeat(auto-fit,minmax(min(100%,28rem),1fr))] gap-x-12 gap-y-14 *:min-w-0">
        {plans.length > 0 && (
          <Part id="plans" title="Plans" aside={<TermLinks numbers={[1, 2, 11]} />}>
            <PlanComparison plans={plans} tax={notes.tax} />
          </Part>
        )}

        {services.length > 0 && (
          <Part id="services" title="Monthly services" aside={<TermLinks numbers={[13, 14]} />} layout="side">
            <ul>
              {services.map(service => (
                <ServiceRow key={service.id} service={service} tax={notes.tax} />
              ))}
            </ul>
          </Part>
        )}

        {customPackageDetails.length > 0 && (
          <Part id="custom" title="Custom plan" aside={<TermLinks numbers={[15]} />} layout="half">
            <p className="text-lead text-ink-soft">No plan fits? Choose the parts you need.</p>
            <Link className="button mt-5 mb-6" to={paths.customPlan}>
              Build a custom plan
            </Link>
            <Disclosure label="How custom plans work" className="border-y border-rule text-small text-ink-soft">
              <ul className="grid gap-2.5">
                {customPackageDetails.map(detail => (
                  <li key={detail.id}>{detail.text}</li>
                ))}
              </ul>
            </Disclosure>
          </Part>
        )}

        {hasConsultation && (
          <Part
            id="consultation"
            title="Consultation"
            aside={
              consultationOptions.length > 0 && (
                <Link className="link" to={paths.consultation}>
                  Book a consultation
                </Link>
              )
            }
            layout="half"
          >
            <ul>
              {consultationOptions.map(option => (
                <OptionRow key={option.id} option={option} tax={notes.tax} />
              ))}
            </ul>
            {consultationFeatures.length > 0 && (
              <Disclosure
                label="Included in every consultation"
                className="border-y border-rule text-small text-ink-soft"
              >
                <dl className="grid gap-2.5">
                  {consultationFeatures.map(feature => (
                    <div key={feature.id}>
                      <dt className="font-display font-semibold text-ink">{feature.name}</dt>
                      <dd>{feature.description}</dd>
                    </div>
                  ))}
                </dl>
              </Disclosure>
            )}
          </Part>
        )}

        {specializedServices.length > 0 && (
          <Part
            id="specialized"
            title="Specialized services"
            aside={
              <Link className="link" to={paths.customPlan}>
                Build a custom plan from these
              </Link>
            }
            layout="side"
          >
            <SpecializedServices key={search} services={specializedServices} search={search} />
          </Part>
        )}

        <Part id="terms" title="Payment terms">
          <ol className="gap-x-12 text-small sm:columns-2 xl:columns-3">
            {pricing.paymentTerms.map(term => (
              <li
                key={term.number}
                id={`term-${term.number}`}
                className="grid break-inside-avoid scroll-mt-24 grid-cols-[2.25rem_1fr] py-1.5 target:bg-accent-wash"
              >
                <a
                  className="meta inline-flex min-h-6 self-start pt-0.5 no-underline hover:text-accent"
                  href={`#term-${term.number}`}
                >
                  {String(term.number).padStart(2, '0')}
                  <span className="sr-only">: link to this term</span>
                </a>
                <div>
                  <h3 className="inline font-semibold tracking-normal">{term.title}.</h3>{' '}
                  <p className="inline text-ink-soft">{term.text}</p>
                </div>
              </li>
            ))}
          </ol>
        </Part>
      </div>
    </>
  );
}

interface PartProps {
  id: string;
  title: string;
  aside?: ReactNode;
  /** On wide screens: title above, title at the side, or next to another part. */
  layout?: 'full' | 'side' | 'half';
  children: ReactNode;
}

/** A part of the page under a hairline. */
function Part({ id, title, aside, layout = 'full', children }: PartProps) {
  const isSide = layout === 'side';
  return (
    <section
      id={id}
      aria-label={title}
      className={`border-t border-rule-strong pt-4 ${layout === 'half' ? '' : 'col-span-full'} ${isSide ? 'gap-x-12 lg:grid lg:grid-cols-[16rem_1fr]' : ''}`}
    >
      <div
        className={`flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 ${isSide ? 'lg:block lg:space-y-3' : ''}`}
      >
        <h2 className="text-h2">{title}</h2>
        {aside}
      </div>
      <div className={isSide ? 'max-lg:mt-6' : 'mt-6'}>{children}</div>
    </section>
  );
}

function TermLinks({ numbers }: { numbers: readonly number[] }) {
  return (
    <p className="meta">
      See{' '}
      {numbers.map((number, index) => (
        <span key={number}>
          {index > 0 && (index === numbers.length - 1 ? ' and ' : ', ')}
          <a className="link" href={`#term-${number}`}>
            term {number}
          </a>
        </span>
      ))}
    </p>
  );
}

function ServiceRow({ service, tax }: { service: Service; tax: PriceTax | null }) {
  return (
    <li
      className={`grid items-start gap-x-12 gap-y-2 border-b border-rule py-3 sm:grid-cols-[1fr_auto] ${service.isHighlighted ? 'lg:-mx-6 lg:bg-raised lg:px-6' : ''}`}
    >
      <div className="flex items-baseline justify-between gap-x-4">
        <div>
          <h3 className="text-h3">{service.title}</h3>
          {service.isHighlighted && <p className="meta text-accent">Most popular</p>}
        </div>
        <p className="text-right max-lg:*:block">
          <span className="font-mono text-h4">{formatMoney(service.price)}</span>{' '}
          <span className="meta">a month{tax && `, ${taxNote(tax)}`}</span>
        </p>
      </div>
      <Link
        className={`button sm:row-span-2 sm:w-60 ${service.isHighlighted ? 'button-primary' : ''}`}
        to={paths.checkout('service', service.id)}
      >
        Order {service.title}
      </Link>
      <Disclosure label="What’s included" className="text-small text-ink-soft">
        <ul className="grid gap-1.5">
          {service.description.map(text => (
            <li key={text} className="grid grid-cols-[1.5rem_1fr]">
              <Check className="mt-1 size-4 text-accent" aria-hidden="true" />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </Disclosure>
    </li>
  );
}

function duration(option: ConsultationOption): string {
  if (option.priceUnit === 'hour') return 'an hour';
  if (option.durationMinutes === 60) return '1 hour';
  return option.durationMinutes % 60 === 0
    ? `${option.durationMinutes / 60} hours`
    : `${option.durationMinutes} minutes`;
}

function OptionRow({ option, tax }: { option: ConsultationOption; tax: PriceTax | null }) {
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-8 border-t border-rule py-3">
      <div>
        <h3 className="text-h3">{option.title}</h3>
        {option.isPrimary && <p className="meta text-accent">Most popular</p>}
      </div>
      <p className="text-right sm:row-span-2">
        <span className="block font-mono text-h3">{formatMoney(option.price)}</span>
        <span className="meta">{duration(option)}</span>
        {tax && <span className="meta block">{taxNote(tax)}</span>}
      </p>
      <p className="text-small text-ink-soft max-sm:col-span-full">{option.description}</p>
    </li>
  );
}
