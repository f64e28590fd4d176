import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageAssets, RenderedPage } from '#platform/pages/html-document.ts';
import type { OpenAPI } from '@orpc/contract';
import type { Api } from '#shared/api.ts';
import type { RenderEmail } from '#shared/emails.ts';

export type RenderResult = RenderedPage | { status: number; redirect: string };

export interface Assets extends PageAssets {
  /** A content security policy that lets the development server's scripts run. */
  readonly devContentSecurityPolicy?: string;
}

export interface RenderServices {
  readonly api: Api;
  readonly describeApi: () => Promise<OpenAPI.Document>;
}

/** A submitted form: URL-encoded or multipart (RFC 7578). */
export interface SubmittedForm {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}

/** Renders pages. The production one uses the build; the development one follows the sources. */
export interface PageRenderer {
  /** Serves sources and hot reloading before everything else in development. */
  readonly middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  /** Whether rendered pages may be cached. */
  readonly isCacheable: boolean;
  readonly close?: () => Promise<void>;
  readonly assets: () => Promise<Assets>;
  readonly render: ServerEntry['render'];
  readonly renderEmail: RenderEmail;
}

/** Exports of the server bundle (`entry-server.tsx`). */
export interface ServerEntry {
  readonly render: (
    url: string,
    services: RenderServices,
    requestId: string,
    form?: SubmittedForm,
  ) => Promise<RenderResult>;
  readonly renderEmailTemplate: RenderEmail;
}

/** Creates the renderer of a built site. */
export async function createProductionRenderer(dist: string): Promise<PageRenderer> {
  const [assets, entry] = await Promise.all([
    readFile(join(dist, 'assets.json'), 'utf8').then(text => JSON.parse(text) as PageAssets),
    import(pathToFileURL(join(dist, 'server/entry-server.js')).href) as Promise<ServerEntry>,
  ]);
  return {
    isCacheable: true,
    assets: async () => assets,
    render: entry.render,
    renderEmail: entry.renderEmailTemplate,
  };
}
