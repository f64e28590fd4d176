import { type FileHandle, open } from 'node:fs/promises';

/** The position of a line in its file, in bytes. */
export interface LinePosition {
  readonly start: number;
  readonly length: number;
}

/** Bytes that are buffered before they are written. */
const BATCH = 1024 * 1024;

/** Writes a file line by line. It must be closed. */
export class LineWriter {
  readonly #file: FileHandle;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #bytes = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Creates a file that only this account can read. Throws if there is one at this path. */
  static async create(path: string): Promise<LineWriter> {
    return new LineWriter(await open(path, 'wx', 0o600));
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Adds a line, which must not contain a line break. Returns its position. */
  async add(line: string): Promise<LinePosition> {
    const bytes = Buffer.from(`${line}\n`);
    const position = { start: this.#bytes, length: bytes.length - 1 };
    this.#bytes += bytes.length;
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes >= BATCH) await this.#write();
    return position;
  }

  async close(): Promise<void> {
    try {
      await this.#write();
    } finally {
      await this.#file.close();
    }
  }

  async #write(): Promise<void> {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    await this.#file.appendFile(bytes);
  }
}

/** Reads single lines of a file by position. It must be closed. */
export class LineReader {
  readonly #file: FileHandle;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(path: string): Promise<LineReader> {
    return new LineReader(await open(path));
  }

  /** Returns a line without its line break. Throws RangeError if the file ends before the line does. */
  async read({ start, length }: LinePosition): Promise<string> {
    const { buffer, bytesRead } = await this.#file.read(Buffer.allocUnsafe(length), 0, length, start);
    if (bytesRead < length) throw new RangeError('The file ends before the end of this line.');
    return buffer.toString('utf8');
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/** Yields the lines of a stream without their line breaks. Holds at most one line and one chunk in memory. */
export async function* readLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let partial: Uint8Array[] = [];
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...partial, chunk.subarray(from, end)]).toString('utf8');
      partial = [];
      from = end + 1;
    }
    if (from < chunk.length) partial.push(chunk.subarray(from));
  }
  if (partial.length > 0) yield Buffer.concat(partial).toString('utf8');
}
