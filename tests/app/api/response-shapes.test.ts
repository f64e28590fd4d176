import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictures } from '#features/media/tables.ts';
import { createOwnerSetupToken } from '#features/auth/registration/actions/owner-setup.ts';
import { createSignInLink } from '#features/auth/sign-in-links/actions.ts';
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
  let signInToken: string;
  let newAddressToken: string;
  let newsletter: { token: string; key: string };
  let documentPath: string;
  let payablePath: string;
  const previewToken = 'p'.repeat(43);
  let draftToken: string;
  let orderLink: string;
  let bookingLink: string;
  /** The cookie of a visitor who has requested a reset code. */
  let cookie: string;
  beforeAll(async () => {
    site = await createTestSite();
    token = (await createOwnerSetupToken(site.db, { isOnlyInstance: true })) ?? '';
    const resetResponse = await postApi(site, '/forget-password', { email: 'ada@site.example' });
    cookie = `${getResponseCookies(resetResponse)}; ${site.developerCookie}`;
    await postApi(site, '/register', {
      name: 'Ada Byron',
      email: 'ada@site.example',
      password: PASSWORD,
      confirmPassword: PASSWORD,
    });
    const draftResponse = await postApi(site, '/order-drafts', { values: { brief: 'Kept.' } });
    draftToken = draftResponse.json<{ draftToken: string }>().draftToken;
    orderLink = (await placePlanOrder(site)).reference;
    bookingLink = await createFirstBooking(site);
    const [mail] = await listEmailsTo(site, 'ada@site.example');
    registrationToken = /confirm-address\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await site.db.$client.query('update posts set preview_token = $1 where id = 2', [previewToken]);
    await site.db.$client.query("update projects set preview_token = $1 where id = 'mise'", [previewToken]);
    await site.db.$client.query(
      "insert into project_pictures (project_id, place, picture_id) select 'mise', 0, cover_image_id from projects where id = 'mise'",
    );
    const lin = await memberFixture(() => site).arrive();
    signInToken = await createSignInLink(site.http.services, lin.id);
    await postApi(site, '/profile/email', { email: 'lin@site.example', password: PASSWORD }, { cookie: lin.cookie });
    newsletter = await openNewsletterLinks(site);
    const [change] = await listEmailsTo(site, 'lin@site.example');
    newAddressToken = /confirm-new-address\/([\w-]+)/.exec(change?.text ?? '')?.[1] ?? '';
  });
  beforeAll(async () => {
    const { issue, apiPathOf } = await billingDocumentFactory(site);
    const invoice = await issue(1000, { issuer: { ...createDraftInvoice(1).issuer, email: 'owner@site.example' } });
    await issue(-1000, { kind: 'credit_note', dueOn: null }, invoice);
    documentPath = apiPathOf(invoice);
    payablePath = apiPathOf(await insertRefundedPayment(site.db, await issue(2000)));
  });
  beforeAll(async () => {
    const [avatar] = await site.db.select({ id: pictures.id }).from(pictures).limit(1);
    await insertTestimonial(site.db);
    talkedAbout = await insertPost(site.db, { slug: 'talked-about', publishedAt: new Date('2020-01-01') });
    await insertProject(site.db, { id: 'talked-about', publishedOn: '2020-01-01' });
    for (const subject of [{ postId: talkedAbout }, { projectId: 'talked-about' }]) {
      const newComment = { ...subject, authorName: 'Lin', avatarId: avatar?.id ?? null, body: 'Said' };
      const parentId = await insertComment(site.db, newComment);
      await insertComment(site.db, { ...newComment, parentId });
    }
  });
  afterAll(() => site.close());

  const picture = ['height', 'id', 'placeholderColors', 'width'];
  const author = { avatar: picture, name: null, role: null };
  const money = ['currency', 'minor'];
  const heading = ['id', 'level', 'text'];
  const topics = { categories: ['count', 'name'], tags: ['count', 'name'], total: null };
  const postCard = {
    ...keys('id slug title description category tags coverAlt likes commentCount wordCount publishedAt'),
    author,
    cover: picture,
  };
  const post = {
    ...postCard,
    ...keys('html updatedAt'),
    headings: heading,
    seo: keys('canonicalUrl title description socialTitle socialDescription cardPicture'),
    next: ['slug', 'title'],
    previous: ['slug', 'title'],
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
    seo: keys('canonicalUrl title description socialTitle socialDescription cardPicture'),
    gallery: { ...keys('alt caption'), picture },
    next: ['id', 'title'],
    previous: ['id', 'title'],
    related: projectCard,
  };
  const comment = {
    ...keys('id body pending createdAt editedAt'),
    author: { ...keys('name designation'), avatar: picture },
  };
  const conversation = { ...keys('total page pageSize commentCount isOpen'), items: { ...comment, replies: comment } };
  const likes = keys('likes liked');
  const list = keys('total page pageSize');
  const legal = { ...keys('title description updatedAt html'), headings: heading };

  /** The exact keys of each response: more could leak data, fewer would break a client. */
  const answers: Readonly<Record<string, readonly [path: () => string, keys: Shape]>> = {
    'auth.checkOwnerSetup': [() => `/setup/${token}`, keys('valid timeZone timeZones')],
    'auth.getRegistration': [() => `/register/${registrationToken}`, keys('email')],
    'auth.getSignInLink': [() => `/sign-in-links/${signInToken}`, keys('email')],
    'profile.getEmailChange': [() => `/profile/email/${newAddressToken}`, keys('email')],
    ...newsletterResponseShapes(() => newsletter),
    'auth.getSession': [() => '/session', keys('user expiresAt')],
    'passwordReset.getStatus': [() => '/otp', keys('email expiresAt expiresInMs resendAt resendInMs verified')],
    'settings.getPasswordPolicy': [() => '/password-policy', keys('minLength recommendedLength')],
    ...bookingResponseShapes(() => bookingLink),
    'socialLogin.listProviders': [
      () => '/social-login/providers',
      { siteUrl: null, providers: ['label', 'isFake', 'name'] },
    ],
    'twoFactor.getChallenge': [() => '/login/two-factor', keys('hasChallenge')],
    'orders.getCheckoutDraft': [() => `/order-drafts/${draftToken}`, { values: ['brief'] }],
    'orders.getCheckoutOffer': [() => '/checkout-offers/plan/growth', offerShape],
    'contact.getForm': [() => '/contact', contactForm],
    'orders.getCustomPlanOptions': [() => '/custom-plan', customOffer],
    'orders.getOrder': [() => `/orders/${orderLink}`, orderShape],
    'testimonials.listPublicTestimonials': [
      () => '/testimonials',
      { items: keys('id name role testimonial isVerifiedClient') },
    ],
    'site.getLayout': [
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
        appearance: keys('accent logo homeSections'),
      },
    ],
    'site.getAbout': [() => '/about', aboutShape],
    'site.getLegalPage': [() => '/legal/privacy-policy', legal],
    'pricing.getPricing': [
      () => '/pricing',
      {
        plans: {
          ...keys('id name isStartingPrice tagline description features'),
          ...keys('deliveryDays supportDays contentItems isHighlighted'),
          price: money,
        },
        services: { ...keys('id title description isHighlighted'), price: money },
        customPackageDetails: ['id', 'text'],
        specializedServices: ['description', 'id', 'title'],
        paymentTerms: ['number', 'title', 'text'],
        consultationFeatures: ['description', 'id', 'name'],
        consultationOptions: { ...keys('id title description durationMinutes priceUnit isPrimary'), price: money },
      },
    ],
    'clients.listCountries': [() => '/countries', keys('countries')],
    'billing.getSellingNotes': [() => '/selling-notes', keys('tax closed')],
    'billing.getBillingDocument': [
      () => documentPath,
      {
        document: {
          ...keys(
            'kind number issuedOn timeZone dueOn taxBehavior subtotal taxAmount total amountPaid amountDue currency reference',
          ),
          ...keys('paymentUrl'),
          issuer: keys('name addressLines email phone taxId'),
          client: keys('name email addressLines taxId'),
          order: keys('orderNumber title'),
          lineItems: keys('description detail quantity unitAmount amount term'),
          tax: keys('name basisPoints'),
          paymentInstructions: keys('method text'),
          terms: keys('number text'),
        },
        balance: keys('status statusDate amountDue amountPaid amountCredited amountWrittenOff'),
        relatedDocuments: keys('kind number issuedOn total currency path'),
        pdfPath: null,
        eInvoices: null,
        missingEInvoiceData: null,
        eInvoiceProblem: null,
        emailMissing: null,
      },
    ],
    'payments.getPaymentSummary': [() => `${payablePath}/payments`, paymentMethodShape],
    'blog.list': [() => '/blogs', { ...list, correctedSearch: null, items: postCard }],
    'blog.get': [() => '/blogs/2', post],
    'blog.getBySlug': [() => '/blog/a-one-bag-office', post],
    'blog.listFacets': [() => '/blog-facets', topics],
    'blog.getSharedPreview': [() => `/blogs/previews/${previewToken}`, post],
    'projects.list': [() => '/projects', { ...list, correctedSearch: null, items: projectCard }],
    'projects.get': [() => '/projects/mise', project],
    'projects.getSharedPreview': [() => `/projects/previews/${previewToken}`, project],
    'projects.listFacets': [() => '/project-facets', topics],
    'search.query': [
      () => '/search?q=typescript',
      {
        ...list,
        ...keys('hasMore isCorrected correctedQuery'),
        counts: ['posts', 'projects'],
        items: {
          ...keys('kind path title excerpt category publishedAt'),
          picture,
          highlights: { title: ['isMatch', 'text'], text: ['isMatch', 'text'], tags: null },
        },
      },
    ],
    'comments.listPostComments': [() => `/blogs/${talkedAbout}/reviews`, conversation],
    'comments.listCommentsBySlug': [() => '/comments/post/talked-about', conversation],
    'comments.listProjectComments': [() => '/projects/talked-about/comments', conversation],
    'likes.getPostLikes': [() => '/blogs/2/like', likes],
    'likes.getProjectLikes': [() => '/projects/mise/like', likes],
  };

  it('include every public GET endpoint', () => {
    const open = endpoints.filter(({ procedure }) => getEndpointAccess(procedure) === 'public');
    const read = open.filter(({ method }) => method === 'GET').map(({ name }) => name);
    expect(Object.keys(answers).toSorted()).toEqual(read.toSorted());
  });

  it.each(Object.keys(answers))('%s returns exactly its keys', async name => {
    const [path, expected] = answers[name] ?? [() => '', {}];
    expect(toShape(await getApi(site, path(), cookie))).toEqual(expandShape(expected));
  });

  // The developer mailbox is hidden from forwarded requests.
  const sameForEveryone = Object.keys(answers).filter(name => !name.startsWith('mail.developer'));
  it.each(sameForEveryone)('%s ignores unknown cookies and headers', async name => {
    const [path] = answers[name] ?? [() => ''];
    const plain = await requestApi(site, path());
    const withForeignHeaders = await site.http.app.inject({
      url: API_PREFIX + path(),
      headers: {
        cookie: 'session=owner; role=owner',
        authorization: 'Bearer owner',
        'x-role': 'owner',
        'x-forwarded-for': '127.0.0.1',
        'x-http-method-override': 'DELETE',
      },
    });
    expect(withForeignHeaders.statusCode).toBe(plain.statusCode);
    const withoutRequest = (body: string) => body.replace(/"requestId":"[^"]+"/, '');
    expect(withoutRequest(withForeignHeaders.body)).toBe(withoutRequest(plain.body));
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
