import sharp from 'sharp';
import { expect } from 'vitest';
import { orders } from '#features/orders/lifecycle/tables.ts';
import { toContentColumns, emptyContent } from '#features/projects/rules/content.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { postApi } from './api-client.ts';
import type { TestUser } from './user-factory.ts';
import { createTestUser } from './user-factory.ts';
import { createOrderRow } from './order-factory.ts';
import { insertComment, insertPost, insertProject, insertTestimonial } from './row-factories.ts';
import type { TestSite } from './test-site.ts';

/** Adds one of everything to a site that has the sample content. */
export async function seedFullSite(site: TestSite, owner: TestUser & { cookie: string }): Promise<void> {
  const { db } = site;
  const sql = (query: string, values: unknown[] = []) => db.$client.query(query, values);
  const upload = async (background: string, name: string) => {
    const answer = await site.http.app.inject({
      method: 'POST',
      url: `/api/v1/media/pictures?name=${name}`,
      payload: await sharp({ create: { width: 60, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'image/png', cookie: owner.cookie },
    });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.json<{ id: string }>().id;
  };
  const [quay, card, unused] = [
    await upload('#123', 'quay.png'),
    await upload('#321', 'card.png'),
    await upload('#456', 'spare.png'),
  ];
  await sql(`update pictures set alt = 'Nobody shows it', created_at = '2026-01-02T03:04:05.678Z' where id = $1`, [
    unused,
  ]);
  const grace = await createTestUser(db, { name: 'Grace Murray', email: 'grace@site.example' });

  await sql(
    `insert into blog_authors (id, name, role, user_id) values ('ada', '', (select content ->> 'role' from site_sections where key = 'profile'), $1), ('grace', '', 'Guest author', $2)`,
    [owner.id, grace.id],
  );
  await sql(`insert into blog_authors (id, name, role, avatar_id) values ('jean', 'Jean Bartik', '', $1)`, [card]);
  const createdAt = new Date('2026-03-04T05:06:07.891Z');
  const dates = { createdAt, editedAt: createdAt, updatedAt: createdAt };
  const unpublishedChanges = {
    title: 'Tides, again',
    description: '',
    markdown: `New ![x](/media/pictures/${quay}-800.webp)\n\n---\n  two `,
    category: 'Travel' as const,
    tags: ['x'],
    coverImageId: quay,
    coverAlt: 'Later',
    canonicalUrl: null,
    metaTitle: null,
    metaDescription: null,
    socialTitle: null,
    socialDescription: null,
    socialImageId: null,
  };
  const tides = await insertPost(db, {
    slug: 'tides',
    title: 'Tides: “quoted”',
    description: '',
    authorId: 'ada',
    markdown: `Text ![q](/media/pictures/${quay}-1200.avif "t")`,
    coverImageId: quay,
    coverAlt: 'The quay',
    socialImageId: card,
    socialTitle: 'Card',
    canonicalUrl: 'https://x.example/a?b=c',
    publishedAt: new Date('2026-03-05T00:00:00Z'),
    likes: 7,
    unpublishedChanges,
    tags: ['a:b', 'yes'],
    hasCustomSlug: true,
    commentsEnabled: false,
    ...dates,
  });
  await sql(
    `insert into post_slugs (slug, post_id, replaced_at) values ('ebb', $1, '2026-03-06T00:00:00Z'), ('flow', $1, '2026-03-07T00:00:00Z')`,
    [tides],
  );
  await insertPost(db, {
    slug: 'draft',
    title: '',
    description: '',
    markdown: '',
    authorId: 'grace',
    status: 'draft',
    publishedAt: null,
    ...dates,
  });
  await insertPost(db, {
    slug: 'later',
    authorId: 'jean',
    status: 'scheduled',
    publishedAt: null,
    scheduledFor: new Date('2030-01-01T00:00:00Z'),
    ...dates,
  });
  await insertPost(db, {
    slug: 'invoiced',
    authorId: 'grace',
    status: 'in_review',
    publishedAt: null,
    submittedAt: createdAt,
    ...dates,
  });
  await insertPost(db, { slug: 'gone', deletedAt: createdAt, ...dates });

  const content = {
    ...emptyContent,
    title: 'Harbor board',
    summary: 'A board',
    markdown: 'It *shows* ships.',
    tags: ['ships'],
    coverImageId: quay,
    coverAlt: 'A quay',
    link: 'https://board.example/',
    repositoryUrl: 'https://git.example/harbor',
    price: { minor: toMinorUnits(4950), currency: 'EUR' },
    stars: 4.5,
    likes: 12,
    forks: 3,
    socialTitle: 'A card',
    socialImageId: card,
  };
  const gallery = [
    { pictureId: card, alt: 'The quay', caption: 'At noon' },
    { pictureId: quay, alt: 'The same', caption: '' },
  ];
  await insertProject(db, {
    ...toContentColumns(content),
    id: 'harbor-board',
    owner: 'x',
    authorId: owner.id,
    position: 1,
    publishedOn: '2026-02-03',
    status: 'published',
    hasCustomSlug: true,
    commentsEnabled: false,
    unpublishedChanges: { ...content, title: 'Harbor board, again', gallery: gallery.slice(1), likes: null },
    ...dates,
  });
  await sql(
    `insert into project_pictures (project_id, place, picture_id, alt, caption) values ('harbor-board', 0, $1, 'The quay', 'At noon'), ('harbor-board', 1, $2, 'The same', '')`,
    [card, quay],
  );
  await sql(
    `insert into project_slugs (slug, project_id, replaced_at) values ('once', 'harbor-board', '2026-02-04T00:00:00Z')`,
  );
  await insertProject(db, {
    ...toContentColumns(emptyContent),
    id: 'unfinished',
    owner: 'x',
    authorId: grace.id,
    publishedOn: null,
    status: 'draft',
    ...dates,
  });

  const removedState = { removedAt: new Date('2026-11-19T00:00:00Z') };
  const hour = (hours: number) => new Date(Date.UTC(2026, 10, 1, hours));
  const root = await insertComment(db, { postId: tides, authorId: grace.id, body: 'First!', createdAt: hour(1) });
  const erased = await insertComment(db, {
    postId: tides,
    body: '',
    state: 'removed',
    createdAt: hour(2),
    approvedAt: null,
    ...removedState,
  });
  await insertComment(db, {
    postId: tides,
    parentId: root,
    authorId: owner.id,
    body: 'Thank you.',
    createdAt: hour(1.5),
    editedAt: hour(1.6),
  });
  await insertComment(db, {
    postId: tides,
    parentId: erased,
    authorName: 'A passer-by',
    designation: 'Sailor',
    avatarId: card,
    body: 'Still here.',
    createdAt: hour(3),
  });
  await insertComment(db, {
    postId: tides,
    authorId: grace.id,
    body: 'Buy this',
    state: 'spam',
    previousState: 'pending',
    createdAt: hour(4),
    approvedAt: null,
    ...removedState,
  });
  await insertComment(db, {
    postId: tides,
    authorId: grace.id,
    body: 'Wait for me',
    state: 'pending',
    createdAt: hour(5),
    approvedAt: null,
  });
  await insertComment(db, { projectId: 'harbor-board', body: 'Of nobody any more', createdAt: hour(6) });
  await sql('update posts set comment_count = 3 where id = $1', [tides]);

  const [order] = await db
    .insert(orders)
    .values(createOrderRow({ status: 'delivered' }))
    .returning({ id: orders.id });
  await insertTestimonial(db, {
    orderId: order?.id ?? null,
    body: 'Paid for.\n\nAnd good.',
    company: 'Haddad',
    position: 1,
  });
  await insertTestimonial(db, { body: 'From before.', role: 'Sailor', position: 2 });
  await insertTestimonial(db, { body: 'Not any more.', status: 'unpublished' });

  const text = JSON.stringify({
    title: 'Privacy',
    description: '',
    updatedAt: '2026-01-01',
    markdown: `We keep *little*.\n\n![q](/media/pictures/${quay}-800.webp)`,
    html: '<p>old</p>',
    headings: [],
  });
  await sql(
    `update site_sections set content = $1::jsonb, is_sample = false, version = 2 where key = 'privacyPolicy'`,
    [text],
  );
  const logo = JSON.stringify({ alt: 'Ada', picture: { id: card, width: 60, height: 40, placeholderColors: '' } });
  await sql(
    `update site_sections set content = jsonb_set(content, '{logo}', $1::jsonb) || '{"accent":"iris"}', version = 2 where key = 'appearance'`,
    [logo],
  );

  await seedDocumentSettings(site, owner.cookie, card);

  await sql(`delete from services where id = 'seo-growth-boost'`);
  await sql(`update plans set position = 9, is_hidden = true, is_sample = false, version = 3 where id = 'starter'`);
  await sql(
    `insert into plans (id, position, name, price_amount, currency, tagline, description, features, delivery_days, support_days, content_items, is_starting_price)
     values ('house', 10, 'A “house”', 1234567, 'JPY', 'Line', 'Told in one line', '{One,"Two, and more"}', 5, 0, '{}', true)`,
  );
  await sql(`update payment_terms set text = 'Half, {deposit}, and no <b>less</b>' where number = 1`);
  await sql(
    `update payment_term_settings set deposit_percent = 40, late_fee_mode = 'automatic', installment_minimum_amount = 250050, version = 2`,
  );
}

/** Changes the settings of documents and reminders from their defaults. */
async function seedDocumentSettings(site: TestSite, cookie: string, pictureId: string): Promise<void> {
  const settings: [string, object][] = [
    ['/document-design', { layout: 'modern', accent: '#14506b', pictureId }],
    [
      '/document-emails/reminder_due/de',
      { subject: 'Heute {{invoice_number}}', body: 'Bitte {{amount_due}}.\n\nDanke' },
    ],
    ['/datev-settings', { consultantNumber: 12_345, clientNumber: 7, chart: 'SKR04', debtorAccount: 20_000 }],
    ['/currency-rates', { rates: [{ currency: 'EUR', rate: '1.0825' }] }],
    ['/payment-reminders', { daysBefore: null, isOnDueDate: true, daysAfter: [3, 9, null], warnsOfLateFee: false }],
  ];
  for (const [path, body] of settings) {
    const answer = await postApi(site, path, body, { cookie, method: 'PUT' });
    expect(answer.statusCode, `${path}: ${answer.body}`).toBe(200);
  }
}
