import Check from 'lucide-react/icons/check';
import { use } from 'react';
import { Link, useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { toDecimalString, formatMoney } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { type PriceTax, pricesNote, taxNote } from '#shared/price-tax.ts';
import { PageNotice } from '#ui/PageNotice.tsx';
import { toBreadcrumbJsonLd, PageMeta, siteMetaContext } from '#ui/PageMeta.tsx';
import { Section } from '#ui/Section.tsx';
import { PlanCard } from '../components/PlanCard.tsx';
import type { ConsultationOption, Plan, Pricing, Service } from '../contract/index.ts';

export const loader = pageLoader(async ({ api }) => {
  const [pricing, notes] = await Promise.all([api.pricing.getPricing(), api.billing.getSellingNotes()]);
  return { pricing, notes };
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
  const { pricing, notes } = useLoaderData<typeof loader>();
  const site = use(siteMetaContext);
  // Empty lists are omitted with their heading.
  const { plans, services, customPackageDetails, consultationOptions, consultationFeatures, specializedServices } =
    pricing;
  const hasConsultation = consultationOptions.length + consultationFeatures.length > 0;
  const parts = [
    ['plans', 'Plans', plans.length > 0],
    ['services', 'Monthly services', services.length > 0],
    ['custom', 'Custom plan', customPackageDetails.length > 0],
    ['consultation', 'Consultation', hasConsultation],
    ['specialized', 'Specialized services', specializedServices.length > 0],
    ['terms', 'Payment terms', true],
  ] as const;
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
        <p className="mt-5 max-w-[29em] text-lead text-ink-soft">
          Every price, up front. The same sixteen payment terms apply to everything, and you can read them at the end of
          this page.
        </p>
        {notes.tax && <p className="meta mt-3">{pricesNote(notes.tax)}</p>}
        {notes.closed !== null && <PageNotice>{notes.closed}</PageNotice>}
      </header>
      <nav aria-label="On this page" className="section-bar sticky top-16 z-10 mt-8 bg-ground sm:static">
        <div className="frame">
          <ul className="flex gap-x-7 overflow-x-auto border-y border-rule [scrollbar-width:none] sm:flex-wrap">
            {parts.map(
              ([id, label, isShown]) =>
                isShown && (
                  <li key={id}>
                    <a
                      className="inline-flex min-h-11 items-center whitespace-nowrap font-display text-small font-medium text-ink-soft no-underline hover:text-ink"
                      href={`#${id}`}
                    >
                      {label}
                    </a>
                  </li>
                ),
            )}
          </ul>
        </div>
      </nav>

      {plans.length > 0 && (
        <Section id="plans" title="Plans" aside={<TermLinks numbers={[1, 2, 11]} />}>
          <ul className="grid gap-y-12 sm:grid-cols-2 xl:grid-cols-4">
            {plans.map(plan => (
              <PlanCard key={plan.id} plan={plan} tax={notes.tax} />
            ))}
          </ul>
        </Section>
      )}

      {services.length > 0 && (
        <Section id="services" title="Monthly services" aside={<TermLinks numbers={[13, 14]} />}>
          <ul>
            {services.map(service => (
              <ServiceRow key={service.id} service={service} tax={notes.tax} />
            ))}
          </ul>
        </Section>
      )}

      {customPackageDetails.length > 0 && (
        <Section id="custom" title="Custom plan" aside={<TermLinks numbers={[15]} />}>
          <div className="grid gap-x-12 gap-y-8 lg:grid-cols-12">
            <div className="lg:col-span-4">
              <p className="text-lead text-ink-soft">No plan fits? Choose the parts you need.</p>
              <Link className="button mt-5" to={paths.customPlan}>
                Build a custom plan
              </Link>
            </div>
            <ul className="grid gap-x-10 sm:grid-cols-2 lg:col-span-8">
              {customPackageDetails.map(detail => (
                <li key={detail.id} className="border-t border-rule py-4 text-small text-ink-soft">
                  {detail.text}
                </li>
              ))}
            </ul>
          </div>
        </Section>
      )}

      {hasConsultation && (
        <Section
          id="consultation"
          title="Consultation"
          aside={
            consultationOptions.length > 0 && (
              <Link className="link" to={paths.consultation}>
                Book a consultation
              </Link>
            )
          }
        >
          <div className="grid gap-x-12 gap-y-10 lg:grid-cols-12">
            <ul className="lg:col-span-7">
              {consultationOptions.map(option => (
                <OptionRow key={option.id} option={option} tax={notes.tax} />
              ))}
            </ul>
            <dl className="lg:col-span-5">
              {consultationFeatures.map(feature => (
                <div key={feature.id} className="border-t border-rule py-3.5">
                  <dt className="font-display text-small font-semibold">{feature.name}</dt>
                  <dd className="mt-0.5 text-small text-ink-soft">{feature.description}</dd>
                </div>
              ))}
            </dl>
          </div>
        </Section>
      )}

      {specializedServices.length > 0 && (
        <Section
          id="specialized"
          title="Specialized services"
          aside={
            <Link className="link" to={paths.customPlan}>
              Build a custom plan from these
            </Link>
          }
        >
          <ol className="grid gap-x-12 sm:grid-cols-2">
            {specializedServices.map((service, index) => (
              <li key={service.id} className="grid grid-cols-[2.75rem_1fr] border-t border-rule py-5">
                <span className="meta pt-0.5">{String(index + 1).padStart(2, '0')}</span>
                <div>
                  <h3 className="text-h4">{service.title}</h3>
                  <p className="mt-1 text-small text-ink-soft">{service.description}</p>
                </div>
              </li>
            ))}
          </ol>
        </Section>
      )}

      <Section id="terms" title="Payment terms">
        <ol className="grid gap-x-12 lg:grid-cols-2">
          {pricing.paymentTerms.map(term => (
            <li
              key={term.number}
              id={`term-${term.number}`}
              className="grid scroll-mt-24 grid-cols-[2.75rem_1fr] border-t border-rule py-5 target:border-accent target:bg-accent-wash"
            >
              <a
                className="meta inline-flex min-h-6 self-start pt-0.5 no-underline hover:text-accent"
                href={`#term-${term.number}`}
              >
                {String(term.number).padStart(2, '0')}
                <span className="sr-only">: link to this term</span>
              </a>
              <div>
                <h3 className="text-h4">{term.title}</h3>
                <p className="mt-1 text-ink-soft">{term.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </Section>
    </>
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
      className={`grid gap-x-12 gap-y-4 border-b border-rule py-8 first:pt-0 lg:grid-cols-12 ${service.isHighlighted ? 'lg:-mx-6 lg:border-y lg:bg-raised lg:px-6' : ''}`}
    >
      <div className="lg:col-span-4">
        <h3 className="text-h3">{service.title}</h3>
        {service.isHighlighted && <p className="meta mt-1 text-accent">Most popular</p>}
      </div>
      <div className="lg:col-span-3">
        <p>
          <span className="font-mono text-h3">{formatMoney(service.price)}</span> <span className="meta">a month</span>
          {tax && <span className="meta block">{taxNote(tax)}</span>}
        </p>
        <Link
          className={`button mt-4 ${service.isHighlighted ? 'button-primary' : ''}`}
          to={paths.checkout('service', service.id)}
        >
          Order {service.title}
        </Link>
      </div>
      <ul className="grid gap-2 text-small text-ink-soft lg:col-span-5">
        {service.description.map(text => (
          <li key={text} className="grid grid-cols-[1.5rem_1fr]">
            <Check className="mt-1 size-4 text-accent" aria-hidden="true" />
            <span>{text}</span>
          </li>
        ))}
      </ul>
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
    <li
      className={`grid grid-cols-[1fr_auto] gap-x-8 border-t py-6 ${option.isPrimary ? 'border-accent' : 'border-rule'}`}
    >
      <div>
        <h3 className="text-h3">{option.title}</h3>
        <p className="mt-2 max-w-[27em] text-small text-ink-soft">{option.description}</p>
      </div>
      <p className="text-right">
        <span className="block font-mono text-h3">{formatMoney(option.price)}</span>
        <span className="meta">{duration(option)}</span>
        {tax && <span className="meta block">{taxNote(tax)}</span>}
      </p>
    </li>
  );
}
