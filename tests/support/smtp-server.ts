import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** An email as the server received it. */
export interface ReceivedEmail {
  readonly recipients: readonly string[];
  readonly raw: string;
  /** Returns a header with folded lines joined. */
  header(name: string): string | undefined;
  /** The body with quoted-printable encoding removed (RFC 2045, 6.7). */
  readonly decoded: string;
}

/** A local mail server for one test. */
export interface TestSmtpServer {
  readonly port: number;
  readonly taken: readonly ReceivedEmail[];
  /** Rejects the next emails with this SMTP status (such as 550) at this command; 0 accepts emails again. */
  refuse(status: number, at?: 'RCPT' | 'DATA'): void;
  close(): Promise<void>;
}

export async function startSmtpServer(options: { port?: number; password?: string } = {}): Promise<TestSmtpServer> {
  const taken: ReceivedEmail[] = [];
  let refusal = { status: 0, at: 'RCPT' };
  const refuseAt = (at: string) =>
    refusal.status !== 0 && refusal.at === at
      ? Object.assign(new Error('planted words of the server'), { responseCode: refusal.status })
      : undefined;
  const server = new SMTPServer({
    disabledCommands: options.password === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    authOptional: options.password === undefined,
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ password }, _session, done) =>
      password === options.password ? done(null, { user: 'site' }) : done(new Error('planted words of the server')),
    onRcptTo: (_address, _session, done) => done(refuseAt('RCPT') ?? null),
    onData: (stream, session, done) => {
      let raw = '';
      stream.setEncoding('utf8');
      stream.on('data', (part: string) => {
        raw += part;
      });
      stream.on('end', () => {
        const refused = refuseAt('DATA');
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        if (!refused) taken.push(parse(raw, recipients));
        done(refused ?? null);
      });
    },
  });
  server.on('error', () => {});
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    taken,
    refuse: (status, at = 'RCPT') => void (refusal = { status, at }),
    close: async () => {
      await new Promise<void>(resolve => {
        server.close(resolve);
      });
    },
  };
}

function parse(raw: string, recipients: readonly string[]): ReceivedEmail {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const bytes = raw
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, coded => Buffer.from(coded.replaceAll('=', ''), 'hex').toString());
  return {
    recipients,
    raw,
    decoded: bytes,
    header: name => readable(new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]),
  };
}

/** Decodes a header (RFC 2047). */
function readable(header: string | undefined): string | undefined {
  return header?.replace(/\?= =\?UTF-8\?Q\?/gi, '').replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_word, coded: string) =>
    decodeURIComponent(
      coded
        .replaceAll('_', ' ')
        .replaceAll('%', '%25')
        .replace(/=([0-9A-F]{2})/g, '%$1'),
    ),
  );
}
