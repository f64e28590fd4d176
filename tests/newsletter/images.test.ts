import { simpleParser } from 'mailparser';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  encodePicture,
  filesOfPicture,
  prepareMailPictures,
  saveUnchangedPicture,
} from '#features/media/actions/pictures.ts';
import { deleteFilesJob } from '#features/media/jobs.ts';
import { newsletterFixture } from '../support/newsletter-fixture.ts';
import { subscribeMany } from '../support/newsletter-helpers.ts';

const { site, server, post, begin, step, deliverAll, query, ada } = newsletterFixture();

/** Adds a picture and returns its ID. */
async function picture(width: number, alpha = 1): Promise<string> {
  const background = { r: 20, g: 120, b: 90, alpha };
  const png = await sharp({ create: { width, height: 60, channels: 4, background } })
    .png()
    .toBuffer();
  const { webp } = await encodePicture(png);
  return (await saveUnchangedPicture(site().db, site().http.services.files, Buffer.from(webp))).id;
}
const inText = (id: string) => `![A sea](/media/pictures/${id}-1600.webp)`;
const fetched = (url: string) => site().http.app.inject({ url: url.replace('https://ada.example', '') });

const latestEmail = () =>
  query<{ id: string; html: string }>('select id, html from emails order by sequence desc limit 1');

describe('newsletter images', () => {
  it('are sent as JPEG, or PNG if transparent, and stay at their addresses', async () => {
    const [photo, sign, small] = [await picture(1800), await picture(1200, 0.4), await picture(100)];
    const foreign = '![](https://pictures.example/media/pictures/0123456789abcdef-800.webp)';
    await subscribeMany(site(), 1);
    const { id } = await begin({ markdown: [photo, sign, small].map(inText).concat(foreign).join('\n\n') });
    await post(`/issues/${id}/test`);
    await post(`/issues/${id}/send`);
    await step(id);
    await deliverAll();
    const mails = await Promise.all(server().taken.map(({ raw }) => simpleParser(raw)));
    expect(mails).toHaveLength(2);
    for (const mail of mails) {
      const html = mail.html || '';
      const pictures = Array.from(html.matchAll(/<img src="([^"]+)"(?: width="(\d+)")?/g), ([, src, width]) => [
        src,
        width,
      ]);
      const at = 'https://ada.example/media/pictures/';
      expect(pictures).toEqual([
        [`${at}${photo}-mail.jpg`, '496'],
        [`${at}${sign}-mail.png`, '496'],
        [`${at}${small}-mail.jpg`, '100'],
        ['https://pictures.example/media/pictures/0123456789abcdef-800.webp', undefined],
      ]);
    }
    for (const [name, type, width] of [
      [`${photo}-mail.jpg`, 'jpeg', 992],
      [`${sign}-mail.png`, 'png', 992],
      [`${small}-mail.jpg`, 'jpeg', 100],
    ] as const) {
      const answer = await fetched(`/media/pictures/${name}`);
      expect(answer.headers).toMatchObject({ 'content-type': `image/${type}` });
      expect(answer.headers['cache-control']).toContain('immutable');
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: type, width });
      expect(await site().http.services.files.has(`pictures/${name}`)).toBe(true);
    }
    const look = await site().http.app.inject({
      url: `/dashboard/newsletter/${id}/look`,
      headers: { cookie: ada().cookie },
    });
    expect(look.body).toContain(`${photo}-mail.jpg`);
    expect(look.body).not.toContain('This is a test');
  });

  it('are recreated when missing and deleted with the picture', async () => {
    const { files } = site().http.services;
    const id = await picture(600);
    expect([...(await prepareMailPictures(files, inText(id)))]).toEqual([
      [id, { path: `/media/pictures/${id}-mail.jpg`, width: 496 }],
    ]);
    await files.remove(`pictures/${id}-mail.jpg`);
    expect((await fetched(`/media/pictures/${id}-mail.jpg`)).statusCode).toBe(200);
    await site().db.$client.query('delete from pictures where id = $1', [id]);
    await deleteFilesJob(site().http.services, { files: filesOfPicture(id) });
    for (const format of ['jpg', 'png']) {
      expect((await fetched(`/media/pictures/${id}-mail.${format}`)).statusCode).toBe(404);
    }
    // An issue that still refers to it is sent without it.
    expect((await prepareMailPictures(files, inText(id))).size).toBe(0);
    const issue = await begin({ markdown: `The tide turns.\n\n${inText(id)}` });
    await post(`/issues/${issue.id}/test`);
    const [email] = await latestEmail();
    expect(email?.html).toContain('The tide turns.');
    expect(email?.html).not.toMatch(/<img|A sea/);
  });

  it('are shown in the email log, but not the image that counts opens', async () => {
    const id = await picture(100);
    const issue = await begin({ markdown: inText(id) });
    await post(`/issues/${issue.id}/test`);
    const [email] = await latestEmail();
    const url = `/dashboard/outbox/${email?.id ?? ''}/content`;
    const answer = await site().http.app.inject({ url, headers: { cookie: ada().cookie } });
    expect(answer.body).toContain(`<img src="https://ada.example/media/pictures/${id}-mail.jpg"`);
    expect(String(answer.headers['content-security-policy']).split('; ')).toContain(
      'img-src https://ada.example/media/pictures/',
    );
  });
});
