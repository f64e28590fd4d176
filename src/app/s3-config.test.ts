import { describe, expect, it } from 'vitest';
import { StartupError } from '#platform/startup-error.ts';
import { startS3Server } from '#tests/support/s3-server.ts';
import { readConfig } from './config.ts';
import { TemporaryFolder } from '#platform/files/local-file.ts';
import { openFileStore } from '#platform/files/open-file-store.ts';
import { getConfigError } from '#tests/support/config-errors.ts';

const completeSettings = {
  S3_ENDPOINT: 'https://s3.example.org',
  S3_REGION: 'eu-central-1',
  S3_BUCKET: 'my-site',
  S3_ACCESS_KEY_ID: 'AKID',
  S3_SECRET_ACCESS_KEY: 'planted-secret',
};

describe('S3 settings', () => {
  it('are complete or absent', () => {
    expect(readConfig({}).s3).toBeUndefined();
    expect(readConfig({ S3_FORCE_PATH_STYLE: 'true' }).s3).toBeUndefined();
    expect(readConfig(completeSettings).s3).toEqual({
      endpoint: 'https://s3.example.org',
      region: 'eu-central-1',
      bucket: 'my-site',
      accessKeyId: 'AKID',
      secretAccessKey: 'planted-secret',
      pathStyle: false,
    });
    expect(readConfig({ ...completeSettings, S3_FORCE_PATH_STYLE: 'true' }).s3?.pathStyle).toBe(true);
  });

  it.each(Object.keys(completeSettings))('are rejected without %s, by its name', name => {
    const sentence = getConfigError({ ...completeSettings, [name]: '' });
    expect(sentence).toBe(`Invalid setting: ${name} must be set together with the other S3 settings.`);
  });

  it.each([
    ['S3_ENDPOINT', 's3.example.org', 'must be an address such as https://s3.example.org'],
    ['S3_ENDPOINT', 'ftp://s3.example.org', 'must be an address such as https://s3.example.org'],
    ['S3_ENDPOINT', 'https://u:planted@s3.example.org', 'must be an address such as https://s3.example.org'],
    ['S3_BUCKET', 'My Bucket', 'must be a bucket name such as my-site'],
    ['S3_BUCKET', '../other', 'must be a bucket name such as my-site'],
    ['S3_REGION', 'eu/central', 'must be a region name such as eu-central-1'],
    ['S3_SECRET_ACCESS_KEY', 'planted secret', 'must be a key without spaces'],
    ['S3_FORCE_PATH_STYLE', 'yes', 'must be true or false'],
  ])('are rejected with %s=%s in one clear sentence', (name, value, says) => {
    const sentence = getConfigError({ ...completeSettings, [name]: value });
    expect(sentence).toBe(`Invalid setting: ${name} ${says}.`);
    expect(sentence).not.toContain('planted');
  });
});

describe('starting with an S3 store', () => {
  it('tests the store and stops with a message if it can’t be used', async () => {
    const server = await startS3Server();
    const open = (s3 = server.settings) =>
      openFileStore({ dataDir: '/nowhere', s3 }, new TemporaryFolder('/nowhere/temporary'));
    const files = await open();
    expect([...server.objects.keys()]).toEqual(['start.txt']);
    await files.write('a.txt', Buffer.from('a'));
    expect(String(server.objects.get('a.txt'))).toBe('a');
    await expect(open({ ...server.settings, bucket: 'elsewhere' })).rejects.toThrow(StartupError);
    await expect(open({ ...server.settings, secretAccessKey: 'planted' })).rejects.toThrow(
      'The bucket my-site at S3_ENDPOINT cannot be used: The file store returned 403 (SignatureDoesNotMatch). Its keys need permission to read, write, delete and list.',
    );
    await server.close();
    await expect(open()).rejects.toThrow(/does not respond: .*ECONNREFUSED/);
  });
});
