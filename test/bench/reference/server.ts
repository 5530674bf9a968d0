import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { zoneOf } from '../../../src/platform/time/zone.js';
import { bookingShape, bookingStatements } from './bookings.js';
import { createRowWriter, emptySizeOf } from './row-writer.js';
import { referenceSchemas } from './schema.js';
import { Session, type Statement } from './session.js';

/**
 * The references of the benchmark: four routes written by hand on `node:http`, with byte-identical bodies. They have no
 * pagination headers, roles, rate limit or request log, and check only the shape of their input.
 *
 * Settings: DATABASE_URL, ACCOUNT_ID, API_KEY, TIME_ZONE, and REFERENCE, which is a key of `referenceSchemas`.
 */
const { DATABASE_URL, ACCOUNT_ID = '', API_KEY = '', TIME_ZONE = 'UTC', REFERENCE } = process.env;
const schema = Object.entries(referenceSchemas).find(([name]) => name === REFERENCE)?.[1];
if (!schema) throw new Error(`REFERENCE must be one of ${Object.keys(referenceSchemas).join(', ')}`);
const statements = bookingStatements(schema);
const writeRow = createRowWriter(bookingShape, zoneOf(TIME_ZONE), '{"booking":', '}');
const emptySize = emptySizeOf(bookingShape) + '{"booking":},'.length;
/** Commits of several sessions share a write to disk. With 2 or 4, 16 connections book as much; with 1, a third less. */
const sessions = await Promise.all([1, 2, 3].map(() => Session.connect(DATABASE_URL)));

/** The session that waits for the fewest results. */
function idlestSession(): Session {
  return sessions.reduce((idlest, session) => (session.load < idlest.load ? session : idlest));
}

/** A buffer that grows, and the rows that were written into it. */
class Body {
  length = 0;

  constructor(public bytes: Buffer) {}

  append(source: Buffer, from: number, end: number): void {
    const longest = emptySize + 6 * (end - from);
    if (this.length + longest > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * (this.bytes.length + longest));
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.length = writeRow(source, from, this.bytes, this.length);
  }

  appendByte(byte: number): void {
    this.bytes[this.length++] = byte;
  }
}

const types = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length'];

/** Node sends the head and a string in one piece. */
function sendText(response: ServerResponse, status: number, latin1: string): void {
  response.writeHead(status, [...types, latin1.length]);
  response.end(latin1, 'latin1');
}

/** Reused: a body of one booking is sent before the next one is written. */
const single = new Body(Buffer.allocUnsafeSlow(8_192));

interface Refusal {
  status: number;
  body: string;
}

const exclusionViolation = '23P01';
const taken: Refusal = { status: 400, body: '{"resource_id":["is not available"]}' };
const notFound: Refusal = { status: 404, body: '{}' };
const failed: Refusal = { status: 500, body: '{}' };

/** @param refusal the response if there is no such booking, or its time is taken */
function sendBooking(
  response: ServerResponse,
  statement: Statement,
  values: readonly string[],
  refusal: Refusal,
): void {
  let text: string | undefined;
  idlestSession().execute(statement, [ACCOUNT_ID, ...values], {
    onRow: (source, from, end) => {
      single.length = 0;
      single.append(source, from, end);
      text = single.bytes.toString('latin1', 0, single.length);
    },
    onEnd: (failure) => {
      const { status, body } = failure === undefined || failure === exclusionViolation ? refusal : failed;
      if (failure === undefined && text !== undefined) sendText(response, 200, text);
      else sendText(response, status, body);
    },
  });
}

/** Buffers of pages that were sent. A new one of a megabyte costs 250 page faults. */
const spares: Buffer[] = [];
const [comma, open, close] = [0x2c, 0x5b, 0x5d];

function sendPage(response: ServerResponse, statement: Statement, since: string): void {
  const body = new Body(spares.pop() ?? Buffer.allocUnsafeSlow(1 << 20));
  body.appendByte(open);
  idlestSession().execute(statement, [ACCOUNT_ID, since], {
    onRow: (source, from, end) => {
      if (body.length > 1) body.appendByte(comma);
      body.append(source, from, end);
    },
    onEnd: (failure) => {
      if (failure !== undefined) {
        sendText(response, failed.status, failed.body);
        return;
      }
      body.appendByte(close);
      response.writeHead(200, [...types, body.length]);
      response.end(body.bytes.subarray(0, body.length), () => spares.push(body.bytes));
    },
  });
}

function book(request: IncomingMessage, response: ServerResponse): void {
  const parts: Buffer[] = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const { booking } = JSON.parse(Buffer.concat(parts).toString());
    const ids = [booking.resource_id, booking.service_id, booking.person_id].map(String);
    sendBooking(response, statements.book, [...ids, booking.booked_from, booking.booked_to], taken);
  });
}

const path = '/api/v1/bookings';

const server = createServer((request, response) => {
  const { url = '', method, headers } = request;
  const [, query] = url.split('=');
  if (headers.authorization !== `Bearer ${API_KEY}`) sendText(response, 401, '{}');
  else if (method === 'POST') book(request, response);
  else if (query === undefined) sendBooking(response, statements.one, [url.slice(path.length + 1)], notFound);
  else if (url.startsWith(`${path}/recent`)) sendPage(response, statements.recent, decodeURIComponent(query));
  else sendPage(response, statements.page, decodeURIComponent(query));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`REST http://127.0.0.1:${address?.port}/api/v1`);
});
