import { get, object } from '../route.js';

/** spec, Account */
export const accountRoutes = [get('/client', 'GetAccount', object('client'))];
