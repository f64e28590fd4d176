import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { requestApi, expectApiError } from '../support/api-client.ts';
import { contactFixture } from '../support/contact-fixture.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let now = Temporal.Instant.from('2027-03-01T12:00:00Z');
let owner: SignedInUser;
const { arrive, rows } = memberFixture(() => site);
const { openForm, send, sendFile, sent, written } = contactFixture(() => site);

beforeAll(async () => {
  site = await createTestSite({ now: () => now });
  owner = await arrive({ role: 'owner' });
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.db.$client.query('delete from rate_limits; delete from contact_messages');
});

/** Sends a message that announces a file, and returns the upload token. */
async function announce(name: string, sizeBytes = 10): Promise<string> {
  const { formToken } = await openForm();
  now = now.add({ seconds: 20 });
  return sent(written(formToken, { file: { name, sizeBytes } }));
}
const hasFile = async () => (await rows('contact_messages'))[0]?.file_id !== null;
const PNG = '\x89PNG\r\n\x1a\n0000';

it.each([
  ['tides.pdf', '%PDF-1.7\n%x'],
  ['TIDES.PDF', '%PDF-1.4\n%x'],
  ['a chart.png', PNG],
  ['photo.jpeg', '\xff\xd8\xff\xe0JFIF'],
  ['photo.webp', 'RIFF0000WEBPVP8 '],
  ['photo.heic', '\0\0\0\x18ftypheic'],
  ['all.zip', 'PK\x03\x04...'],
  ['brief.docx', 'PK\x03\x04...'],
  ['with a password.xlsx', '\xd0\xcf\x11\xe0\xa1\xb1'],
  ['brief.doc', '\xd0\xcf\x11\xe0\xa1\xb1'],
  ['notes.txt', 'Three harbors.'],
  ['list.csv', '=1+1;2'],
])('stores %s byte for byte and offers it as a download', async (name, content) => {
  const bytes = Buffer.from(content, 'latin1');
  const upload = await announce(`/tmp/../${name}`, bytes.length);
  expect((await sendFile(upload, bytes)).statusCode).toBe(201);
  const [row] = await rows('contact_messages');
  expect(row).toMatchObject({ file_name: name, file_size_bytes: bytes.length });
  const file = await site.http.app.inject({
    url: `/dashboard/inbox/${String(row?.id)}/file`,
    headers: { cookie: owner.cookie },
  });
  expect(file.rawPayload.equals(bytes)).toBe(true);
  expect(file.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="/);
  // A message has only one file.
  expectApiError(await sendFile(upload, bytes), 'CONFLICT');
});

it.each([
  ['a program named as a PDF', 'tides.pdf', 'MZ\x90\0'],
  ['a program named as a text', 'notes.txt', 'MZ\x90\0'],
  ['a Linux program', 'notes.txt', '\x7fELF\x02'],
  ['a script with a shebang', 'notes.txt', '#!/bin/sh\nrm -r /'],
  ['a web page named as a text', 'notes.md', '\n <!DOCTYPE html><script>1</script>'],
  ['an SVG with a script named as a PNG', 'chart.png', '<svg onload="ran()">'],
  ['a picture named as a PDF', 'tides.pdf', PNG],
  ['a PDF named as a picture', 'tides.jpg', '%PDF-1.7'],
  ['nothing', 'tides.pdf', ''],
])('rejects a file that is %s', async (_what, name, content) => {
  const upload = await announce(name);
  const error = expectApiError(await sendFile(upload, Buffer.from(content, 'latin1')), 'UNPROCESSABLE');
  expect(Object.keys(error.fields)).toEqual(['file']);
  expect(await hasFile()).toBe(false);
});

it.each(['run.exe', 'page.html', 'drawing.svg', 'macro.docm', 'tides.pdf.scr', 'tides', '.pdf ', 'x.lnk'])(
  'rejects a message announcing %s',
  async name => {
    const { formToken } = await openForm();
    now = now.add({ seconds: 20 });
    const answer = await send(written(formToken, { file: { name, sizeBytes: 5 } }));
    if (name === '.pdf ') expect(answer.statusCode).toBe(201);
    else expect(Object.keys(expectApiError(answer, 'UNPROCESSABLE').fields)).toEqual(['file']);
    expect(await rows('contact_messages')).toHaveLength(name === '.pdf ' ? 1 : 0);
  },
);

it('rejects large, unannounced and late files', async () => {
  const upload = await announce('tides.pdf');
  const large = Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(10 * 1024 * 1024)]);
  expectApiError(await sendFile(upload, large), 'PAYLOAD_TOO_LARGE');
  expectApiError(await sendFile('made-up', '%PDF-1.7'), 'NOT_FOUND');
  expectApiError(await sendFile(`${upload.slice(0, -3)}AAA`, '%PDF-1.7'), 'NOT_FOUND');
  now = now.add({ hours: 1 });
  expectApiError(await sendFile(upload, '%PDF-1.7'), 'NOT_FOUND');
  expect(await hasFile()).toBe(false);
  const { formToken } = await openForm();
  now = now.add({ seconds: 20 });
  const plain = await sent(written(formToken));
  expectApiError(await sendFile(plain, '%PDF-1.7'), 'NOT_FOUND');
  const tooLarge = await send(written(formToken, { file: { name: 'tides.pdf', sizeBytes: 10 * 1024 * 1024 + 1 } }));
  expect(expectApiError(tooLarge, 'UNPROCESSABLE').fields.file).toContain('10 MB');
});

it('accepts twenty files an hour per network', async () => {
  for (let number = 0; number < 20; number += 1) expectApiError(await sendFile('made-up', 'x'), 'NOT_FOUND');
  expectApiError(await sendFile('made-up', 'x'), 'TOO_MANY_REQUESTS');
});

it('returns no file before one has arrived', async () => {
  await announce('tides.pdf');
  const [row] = await rows('contact_messages');
  const headers = { cookie: owner.cookie };
  for (const id of [String(row?.id), '999999', 'x', '1e1']) {
    const answer = await site.http.app.inject({ url: `/dashboard/inbox/${id}/file`, headers });
    expect(answer.statusCode, id).toBe(404);
  }
  expect((await requestApi(site, `/contact-messages/${String(row?.id)}`, owner.cookie)).json()).toMatchObject({
    file: { name: 'tides.pdf', sizeBytes: null },
  });
});
