import { createProject } from '#features/projects/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { listOrderFiles } from '../lifecycle/queries/files.ts';
import { findShowcaseProject, getOrderForUpdate, updateOrder } from '../lifecycle/queries/orders.ts';

/**
 * Creates a draft project for the showcase from a delivered order, without naming the client. Returns its ID, or that
 * of the existing project. Throws CONFLICT before delivery.
 */
export async function createShowcaseProject(tx: Transaction, context: ApiContext, orderId: number) {
  const order = await getOrderForUpdate(tx, orderId);
  if (order.status !== 'delivered' && order.status !== 'closed') {
    throw new AppError('CONFLICT', 'You can create a project once the order is delivered.');
  }
  const existing = await findShowcaseProject(tx, order.id);
  if (existing !== null) return { id: existing };
  const files = await listOrderFiles(tx, order.id);
  const deliverables = files.filter(({ purpose }) => purpose === 'deliverable').map(({ name }) => name);
  const lists = [toList('Scope', order.offerSnapshot.features), toList('Deliverables', deliverables)];
  const showcase = { title: order.title.slice(0, MAX_TITLE_LENGTH), markdown: lists.filter(Boolean).join('\n\n') };
  const id = await createProject(tx, context, showcase);
  await updateOrder(tx, order.id, { showcaseProjectId: id });
  return { id };
}

/** In characters; the limit of every project title. */
const MAX_TITLE_LENGTH = 150;

function toList(heading: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  return [`## ${heading}`, '', ...items.map(item => `- ${escapeMarkdown(item)}`)].join('\n');
}

/** Escapes Markdown. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|~]/g, character => `\\${character}`);
}
