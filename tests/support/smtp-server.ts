import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as the server took it. */
export interface ReceivedEmail {
  readonly recipients: readonly string[];
  readonly raw: string;
  /** A header by its name, folded lines joined. */
  header(name: string): string | undefined;
  /** What stands in it, with the encoding of its lines undone (RFC 2045, 6.7). */
  readonly decoded: string;
}

/** A real mail server on this machine, for one test. */
export interface TestSmtpServer {
  readonly port: number;
  readonly taken: readonly ReceivedEmail[];
  /** Answers the next mails with this SMTP status (such as 550) at this command; 0 takes them again. */
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

/** A header without the encoding of letters beyond ASCII (RFC 2047). */
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
