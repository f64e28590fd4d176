import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictures } from '#features/media/tables.ts';
import { createOwnerSetupToken } from '#features/auth/registration/actions/owner-setup.ts';
import { getEndpointAccess } from '#platform/api/access.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { aboutShape, expandShape, keys, type Shape, toShape } from '../../support/response-shapes.ts';
import { contactForm } from '../../support/contact-fixture.ts';
import { requestApi, expectApiError, getApi, postApi } from '../../support/api-client.ts';
import { endpoints } from '../../support/list-endpoints.ts';
import { listEmailsTo } from '../../support/emails.ts';
import { memberFixture } from '../../support/member-fixture.ts';
import { newsletterResponseShapes, openNewsletterLinks } from '../../support/newsletter-helpers.ts';
import { placePlanOrder } from '../../support/order-fixture.ts';
import { getResponseCookies, PASSWORD } from '../../support/user-factory.ts';
import { createFirstBooking, bookingResponseShapes } from '../../support/booking-response-shapes.ts';
import { customOffer, offerShape, orderShape } from '../../support/order-response-shapes.ts';
import { createDraftInvoice } from '../../support/billing-fixture.ts';
import { insertRefundedPayment, paymentMethodShape } from '../../support/payment-site-fixture.ts';
import { billingDocumentFactory } from '../../support/billing-document-factory.ts';
import { insertComment, insertPost, insertProject, insertTestimonial } from '../../support/row-factories.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';

describe('API responses', () => {
  let site: TestSite;
  let token: string;
  let talkedAbout: number;
  let registrationToken: string;
  let newAddressToken: string;
  let newsletter: { token: string; key: string };
  let documentPath: string;
  let payablePath: string;
  const previewToken = 'p'.repeat(43);
  let draftToken: string;
  let orderLink: string;
  let bookingLink: string;
  /** Of a visitor who has asked for a code. */
  let cookie: string;
  beforeAll(async () => {
    site = await createTestSite();
    token = (await createOwnerSetupToken(site.db, { isOnlyInstance: true })) ?? '';
    const asked = await postApi(site, '/forget-password', { email: 'ada@site.example' });
    cookie = `${getResponseCookies(asked)}; ${site.developerCookie}`;
    await postApi(site, '/register', {
      name: 'Ada Byron',
      email: 'ada@site.example',
      password: PASSWORD,
      confirmPassword: PASSWORD,
    });
    const kept = await postApi(site, '/order-drafts', { values: { brief: 'Kept.' } });
    draftToken = kept.json<{ draft: string }>().draft;
    orderLink = (await placePlanOrder(site)).link;
    bookingLink = await createFirstBooking(site);
    const [mail] = await listEmailsTo(site, 'ada@site.example');
    registrationToken = /confirm-address\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await site.db.$client.query('update posts set preview_token = $1 where id = 2', [previewToken]);
    await site.db.$client.query("update projects set preview_token = $1 where id = 'mise'", [previewToken]);
    await site.db.$client.query(
      "insert into project_pictures (project_id, place, picture_id) select 'mise', 0, cover_id from projects where id = 'mise'",
    );
    const lin = await memberFixture(() => site).arrive();
    await postApi(site, '/profile/email', { email: 'lin@site.example', password: PASSWORD }, { cookie: lin.cookie });
    newsletter = await openNewsletterLinks(site);
    const [change] = await listEmailsTo(site, 'lin@site.example');
    newAddressToken = /confirm-new-address\/([\w-]+)/.exec(change?.text ?? '')?.[1] ?? '';
  });
  beforeAll(async () => {
    const { issue, apiPathOf } = await billingDocumentFactory(site);
    const invoice = await issue(1000, { issuer: { ...createDraftInvoice(1).issuer, email: 'owner@site.example' } });
    await issue(-1000, { kind: 'credit note', dueOn: null }, invoice);
    documentPath = apiPathOf(invoice);
    payablePath = apiPathOf(await insertRefundedPayment(site.db, await issue(2000)));
  });
  beforeAll(async () => {
    const [avatar] = await site.db.select({ id: pictures.id }).from(pictures).limit(1);
    await insertTestimonial(site.db);
    talkedAbout = await insertPost(site.db, { slug: 'talked-about', publishedAt: new Date('2020-01-01') });
    await insertProject(site.db, { id: 'talked-about', publishedOn: '2020-01-01' });
    for (const subject of [{ postId: talkedAbout }, { projectId: 'talked-about' }]) {
      const said = { ...subject, name: 'Lin', avatarId: avatar?.id ?? null, body: 'Said' };
      const parentId = await insertComment(site.db, said);
      await insertComment(site.db, { ...said, parentId });
    }
  });
  afterAll(() => site.close());

  const picture = ['colors', 'height', 'id', 'width'];
  const author = { avatar: picture, name: null, role: null };
  const money = ['currency', 'minor'];
  const heading = ['id', 'level', 'text'];
  const topics = { categories: ['count', 'name'], tags: ['count', 'name'], total: null };
  const postCard = {
    ...keys('id slug title description category tags coverAlt likes comments words publishedAt'),
    author,
    cover: picture,
  };
  const post = {
    ...postCard,
    ...keys('html updatedAt'),
    headings: heading,
    seo: keys('canonicalUrl title description cardTitle cardDescription cardPicture'),
    newer: ['slug', 'title'],
    older: ['slug', 'title'],
    related: postCard,
  };
  const projectCard = {
    ...keys('id category title summary coverAlt tags stars likes forks isForSale publishedAt'),
    cover: picture,
    price: money,
  };
  const project = {
    ...projectCard,
    ...keys('html link repository owner updatedAt'),
    seo: keys('canonicalUrl title description cardTitle cardDescription cardPicture'),
    gallery: { ...keys('alt caption'), picture },
    newer: ['id', 'title'],
    older: ['id', 'title'],
    related: projectCard,
  };
  const comment = {
    ...keys('id body pending createdAt editedAt'),
    author: { ...keys('name designation'), avatar: picture },
  };
  const conversation = { ...keys('total page pageSize count open'), items: { ...comment, replies: comment } };
  const likes = keys('likes liked');
  const list = keys('total page pageSize');
  const legal = { ...keys('title description updatedAt html'), headings: heading };

  /** What each answers, key by key: more would be too much, less would break a caller. */
  const answers: Readonly<Record<string, readonly [path: () => string, keys: Shape]>> = {
    'accounts.checkSetUp': [() => `/set-up/${token}`, keys('valid timeZone timeZones')],
    'accounts.checkRegistration': [() => `/register/${registrationToken}`, keys('email')],
    'profiles.checkNewAddress': [() => `/profile/email/${newAddressToken}`, keys('email')],
    ...newsletterResponseShapes(() => newsletter),
    'accounts.session': [() => '/session', keys('user expiresAt')],
    'passwordResets.waiting': [() => '/otp', keys('email expiresAt expiresIn resendAt resendIn verified')],
    'settings.passwordRules': [() => '/password-rules', keys('minimumLength recommendedLength')],
    ...bookingResponseShapes(() => bookingLink),
    'identities.providers': [() => '/providers', { siteUrl: null, providers: ['label', 'isFake', 'name'] }],
    'twoSteps.pending': [() => '/login/second-step', keys('pending')],
    'orders.draft': [() => `/order-drafts/${draftToken}`, { values: ['brief'] }],
    'orders.offer': [() => '/offers/plan/growth', offerShape],
    'contact.form': [() => '/contact', contactForm],
    'orders.customOffer': [() => '/offers/custom', customOffer],
    'orders.get': [() => `/orders/${orderLink}`, orderShape],
    'orders.testimonials': [() => '/testimonials', { items: keys('id name role testimonial isPaidClient') }],
    'site.layout': [
      () => '/site',
      {
        ...keys('siteUrl year'),
        profile: {
          ...keys('name email phone dateOfBirth address country timeZone role personality headline'),
          ...keys('bannerDescription description footerDescription portraitAlt portraitCaption'),
          avatar: picture,
          portrait: picture,
        },
        navItems: ['href', 'label'],
        links: ['icon', 'label', 'link'],
        looks: keys('accent logo homeSections'),
      },
    ],
    'site.about': [() => '/about', aboutShape],
    'site.legal': [() => '/legal/privacy-policy', legal],
    'catalog.pricing': [
      () => '/pricing',
      {
        plans: {
          ...keys('id name priceIsMinimum tagline description features'),
          ...keys('deliveryDays supportDays contentItems highlighted'),
          price: money,
        },
        services: { ...keys('id title description highlight'), price: money },
        customPackageDetails: ['id', 'text'],
        specializedServices: ['description', 'id', 'title'],
        paymentTerms: ['number', 'short', 'text'],
        consultationFeatures: ['description', 'id', 'name'],
        consultationOptions: { ...keys('id title description minutes priceUnit isPrimary'), price: money },
      },
    ],
    'billing.sellingNotes': [() => '/selling-notes', keys('tax closed')],
    'billing.document': [
      () => documentPath,
      {
        document: {
          ...keys('kind number issuedOn timeZone dueOn prices subtotal taxAmount total paid due currency reference'),
          ...keys('paymentAddress'),
          issuer: keys('name addressLines email phone taxId'),
          client: keys('name email addressLines taxId'),
          subject: keys('orderNumber title'),
          lines: keys('description detail quantity unitAmount amount term'),
          tax: keys('name basisPoints'),
          howToPay: keys('method text'),
          terms: keys('number text'),
        },
        standing: keys('status statusDate owed paid credited'),
        related: keys('kind number issuedOn total currency path'),
        pdf: null,
      },
    ],
    'payments.ways': [() => `${payablePath}/payments`, paymentMethodShape],
    'blog.list': [() => '/blogs', { ...list, correctedSearch: null, items: postCard }],
    'blog.byId': [() => '/blogs/2', post],
    'blog.bySlug': [() => '/blog/a-one-bag-office', post],
    'blog.topics': [() => '/blog-topics', topics],
    'blog.preview': [() => `/preview/${previewToken}`, post],
    'projects.list': [() => '/projects', { ...list, correctedSearch: null, items: projectCard }],
    'projects.byId': [() => '/projects/mise', project],
    'projects.preview': [() => `/preview/project/${previewToken}`, project],
    'projects.topics': [() => '/project-topics', topics],
    'search.find': [
      () => '/search?q=typescript',
      {
        ...list,
        ...keys('more loosened corrected'),
        counts: ['posts', 'projects'],
        items: {
          ...keys('kind path title excerpt category publishedAt'),
          picture,
          highlights: { title: ['hit', 'text'], text: ['hit', 'text'], tags: null },
        },
      },
    ],
    'comments.ofPost': [() => `/blogs/${talkedAbout}/reviews`, conversation],
    'comments.about': [() => '/conversations/post/talked-about', conversation],
    'comments.ofProject': [() => '/projects/talked-about/comments', conversation],
    'likes.ofPost': [() => '/blogs/2/like', likes],
    'likes.ofProject': [() => '/projects/mise/like', likes],
  };

  it('include every public GET endpoint', () => {
    const open = endpoints.filter(({ procedure }) => getEndpointAccess(procedure) === 'everyone');
    const read = open.filter(({ method }) => method === 'GET').map(({ name }) => name);
    expect(Object.keys(answers).toSorted()).toEqual(read.toSorted());
  });

  it.each(Object.keys(answers))('%s returns exactly its keys', async name => {
    const [path, expected] = answers[name] ?? [() => '', {}];
    expect(toShape(await getApi(site, path(), cookie))).toEqual(expandShape(expected));
  });

  // The mails of a local site are for who is near it, which one that was passed on is not.
  const forWhomever = Object.keys(answers).filter(name => !name.startsWith('mail.developer'));
  it.each(forWhomever)('%s ignores unknown cookies and headers', async name => {
    const [path] = answers[name] ?? [() => ''];
    const plain = await requestApi(site, path());
    const strange = await site.http.app.inject({
      url: API_PREFIX + path(),
      headers: {
        cookie: 'session=owner; role=owner',
        authorization: 'Bearer owner',
        'x-role': 'owner',
        'x-forwarded-for': '127.0.0.1',
        'x-http-method-override': 'DELETE',
      },
    });
    expect(strange.statusCode).toBe(plain.statusCode);
    const withoutRequest = (body: string) => body.replace(/"requestId":"[^"]+"/, '');
    expect(withoutRequest(strange.body)).toBe(withoutRequest(plain.body));
  });

  it('reject unknown parameters', async () => {
    const taken: string[] = [];
    for (const [name, [path]] of Object.entries(answers)) {
      const answer = await requestApi(site, `${path()}${path().includes('?') ? '&' : '?'}no-such-parameter=1`);
      if (answer.statusCode === 200) taken.push(name);
      else expect(Object.keys(expectApiError(answer, 'BAD_REQUEST').fields), name).toEqual(['no-such-parameter']);
    }
    expect(taken).toEqual([]);
  });

  it('contain no password, hash, token or private email address', async () => {
    for (const [path] of Object.values(answers)) {
      const { body } = await requestApi(site, path());
      expect(body).not.toMatch(/argon2|password_?hash|"password"|token_?sha/i);
      const addresses = body.match(/[\w.+-]+@[\w-]+\.[\w.]+/g) ?? [];
      expect(addresses.filter(address => !address.endsWith('.example'))).toEqual([]);
    }
  });
});
