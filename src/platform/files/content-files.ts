import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import type { z } from 'zod';
import { StartupError } from '../startup-error.ts';

/** A Markdown file with YAML front matter. */
export interface MarkdownFile<Front> {
  /** The file's name without its extension. */
  readonly name: string;
  readonly front: Front;
  readonly body: string;
}

/** Reads a YAML file and validates it. Throws StartupError with the file and field. */
export async function readYaml<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.infer<Schema>> {
  return validate(file, await readFile(file, 'utf8'), schema);
}

/** Reads a Markdown file with front matter. Throws StartupError with the file and field. */
export async function readMarkdownFile<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Promise<MarkdownFile<z.infer<Schema>>> {
  const text = await readFile(file, 'utf8');
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text);
  if (!match) throw new StartupError(`${file} must start with front matter between two lines of "---".`);
  return {
    name: basename(file, '.md'),
    front: validate(file, match[1] ?? '', schema),
    body: (match[2] ?? '').trim(),
  };
}

/** Reads all Markdown files of a folder, in name order. */
export async function readMarkdownFiles<Schema extends z.ZodType>(
  folder: string,
  schema: Schema,
): Promise<MarkdownFile<z.infer<Schema>>[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.md')).toSorted();
  return Promise.all(names.map(name => readMarkdownFile(join(folder, name), schema)));
}

function validate<Schema extends z.ZodType>(file: string, yaml: string, schema: Schema): z.infer<Schema> {
  let value: unknown;
  try {
    value = parse(yaml);
  } catch (error) {
    throw new StartupError(`${file} is not valid YAML: ${error instanceof Error ? error.message : String(error)}`);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const field = [...(issue?.path ?? []), ...(unknown ? [unknown] : [])].join('.') || 'file';
  throw new StartupError(`${file}, ${field}: ${unknown ? 'This field doesn’t exist.' : issue?.message}`);
}
