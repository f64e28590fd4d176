import type { Actor, BookingTransition } from '../../lifecycle/contract/states.ts';

export const transitionLabels: Readonly<Record<BookingTransition, string>> = {
  hold: 'The time was held',
  book: 'Booked by hand',
  enterDetails: 'Details were given and the invoice was issued',
  confirm: 'Confirmed',
  expire: 'The hold ended',
  reschedule: 'Moved',
  cancel: 'Cancelled',
  complete: 'Took place',
  markNoShow: 'The client did not come',
};

export const actorLabels: Readonly<Record<Actor, string>> = { client: 'the client', owner: 'you', site: 'the site' };
