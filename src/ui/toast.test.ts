import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { toast } from './toast.ts';
import { Toaster } from './Toaster.tsx';

it('shows no message on the server, where all visitors would get it', () => {
  toast.success('Email queued');
  expect(renderToStaticMarkup(createElement(Toaster))).not.toContain('Email queued');
});
