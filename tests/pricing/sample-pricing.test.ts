import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pricing } from '#features/pricing/contract/index.ts';
import type { SiteSections } from '#features/site/contract/content.ts';
import { getApi } from '../support/api-client.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

// Compares the offers, the sixteen terms and the legal texts with the specification (points 2, 3 and 9).

let site: TestSite;
let pricing: Pricing;
beforeAll(async () => {
  site = await createTestSite();
  pricing = await getApi(site, '/pricing');
});
afterAll(() => site.close());

describe('sample prices', () => {
  it('have four plans at 499, 999, 1499 and from 1999', () => {
    expect(pricing.plans.map(({ name, price, isStartingPrice }) => [name, price, isStartingPrice])).toEqual([
      ['Starter', { minor: 499_00, currency: 'USD' }, false],
      ['Growth', { minor: 999_00, currency: 'USD' }, false],
      ['Business', { minor: 1499_00, currency: 'USD' }, false],
      ['Elite', { minor: 1999_00, currency: 'USD' }, true],
    ]);
    for (const plan of pricing.plans) {
      expect(plan.tagline).toMatch(/\S/);
      expect(plan.description).toMatch(/\S/);
      expect(plan.features.length).toBeGreaterThan(0);
    }
  });

  it('have three services at 150, 200 and 180, the second highlighted', () => {
    expect(pricing.services.map(({ title, price, isHighlighted }) => [title, price, isHighlighted])).toEqual([
      ['Maintenance', { minor: 150_00, currency: 'USD' }, false],
      ['SEO Growth Boost', { minor: 200_00, currency: 'USD' }, true],
      ['E-commerce Support', { minor: 180_00, currency: 'USD' }, false],
    ]);
    for (const service of pricing.services) expect(service.description.length).toBeGreaterThan(0);
  });

  it('have three consultations: 50 for 30 minutes, 100 an hour, 250 for 2 hours', () => {
    expect(
      pricing.consultationOptions.map(option => [
        option.title,
        option.price.minor,
        option.price.currency,
        option.durationMinutes,
        option.priceUnit,
        option.isPrimary,
      ]),
    ).toEqual([
      ['Initial Consultation', 50_00, 'USD', 30, 'session', true],
      ['Hourly Consultation', 100_00, 'USD', 60, 'hour', false],
      ['Project Strategy Session', 250_00, 'USD', 120, 'session', false],
    ]);
  });

  it('name the six consultation features', () => {
    expect(pricing.consultationFeatures.map(({ name }) => name)).toEqual([
      'Custom Contract',
      'Expiration',
      'All Widget Types',
      '3rd Party Integrations',
      'Recipient limit',
      'Support',
    ]);
  });

  it('list 20 specialized services and the custom plan', () => {
    expect(pricing.specializedServices).toHaveLength(20);
    expect(new Set(pricing.specializedServices.map(({ title }) => title)).size).toBe(20);
    for (const service of pricing.specializedServices) expect(service.description).toMatch(/\S/);
    expect(pricing.customPackageDetails.length).toBeGreaterThan(0);
    for (const { id, text } of pricing.customPackageDetails) expect([id, text]).not.toContain('');
  });
});

describe('payment terms', () => {
  const terms = [
    /50%.*deposit|deposit.*50%/,
    /remaining balance.*(complete|completion)/,
    /PayPal.*credit card.*bank transfer.*bKash.*Nagad/,
    /large projects.*install?ments/,
    /invoice for every transaction/,
    /more than 7 days late.*may.*5%|beyond 7 days.*may.*5%/,
    /full refund.*not started.*within 7 days/,
    /(design or development).*(no refund)|no refund.*(design or development)/i,
    /supply.*content before development starts/,
    /timeline.*may shift.*feedback or content/i,
    /3 minor revisions.*major revisions cost extra/,
    /final files or access.*after full payment/,
    /billed separately.*unless.*plan includes/,
    /1st of each month/,
    /signed agreement or a confirmation message/,
    /48 to 72 hours.*extra charge/,
  ];

  it('are sixteen in order', () => {
    expect(pricing.paymentTerms.map(({ number }) => number)).toEqual(terms.map((_, index) => index + 1));
  });

  it.each(terms.map((says, index) => [index + 1, says] as const))('number %i matches %s', (number, says) => {
    expect(pricing.paymentTerms.find(term => term.number === number)?.text).toMatch(says);
  });
});

describe('legal texts', () => {
  type Legal = SiteSections['privacyPolicy'];
  const sections = {
    'privacy-policy': [
      /introduction/i,
      /information collected/i,
      /use of information/i,
      /cookies/i,
      /third-party links/i,
      /data security/i,
      /user rights/i,
      /changes/i,
      /contact/i,
    ],
    'terms-conditions': [
      /acceptance/i,
      /use of (the )?website/i,
      /intellectual property/i,
      /limitation of liability/i,
      /privacy policy/i,
      /governing law/i,
      /modifications/i,
      /contact/i,
    ],
  };

  it.each(Object.entries(sections))('%s has every section in order without placeholders', async (page, titles) => {
    const legal = await getApi<Legal>(site, `/legal/${page}`);
    const headings = legal.headings.filter(({ level }) => level === 2).map(({ text }) => text);
    expect(headings).toHaveLength(titles.length);
    for (const [index, title] of titles.entries()) expect(headings[index]).toMatch(title);
    expect(legal.html).not.toMatch(/\[[^\]]*\]/);
    for (const { id } of legal.headings) expect(legal.html).toContain(`id="${id}"`);
  });

  it('terms allow only personal, non-commercial use', async () => {
    const { html } = await getApi<Legal>(site, '/legal/terms-conditions');
    expect(html).toMatch(/personal[\s\S]{0,40}non-commercial/i);
  });
});
