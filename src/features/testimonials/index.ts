// What other parts of the product may import on the server.
export { exportTestimonials, importTestimonials } from './queries.ts';
