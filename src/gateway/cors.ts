import type { RequestHandler } from 'express';

const headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Link, Current-Page, Page-Items, Total-Count, Total-Pages, Retry-After, X-Request-Id',
};

const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400',
};

/** Lets pages of any origin call, and answers their browsers when these ask beforehand. No cookie counts here. */
export const openToAllOrigins: RequestHandler = (request, response, next) => {
  response.set(headers);
  if (request.method === 'OPTIONS') response.set(preflightHeaders).status(204).end();
  else next();
};
