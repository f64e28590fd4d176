import type { Actor, BookingTransition } from '../../lifecycle/contract/states.ts';

export const transitionLabels: Readonly<Record<BookingTransition, string>> = {
  hold: 'The time was held',
  create: 'Booked by hand',
  submit_details: 'Details were given and the invoice was issued',
  confirm: 'Confirmed',
  expire: 'The hold ended',
  reschedule: 'Moved',
  cancel: 'Cancelled',
  complete: 'Took place',
  mark_no_show: 'The client did not come',
};

export const actorLabels: Readonly<Record<Actor, string>> = { client: 'the client', owner: 'you', system: 'the site' };
