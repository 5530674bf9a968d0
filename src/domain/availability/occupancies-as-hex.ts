import type { Occupancy } from './occupancy.rules.js';

const occupancyBytes = 20;
/** 2000-01-01, the epoch of PostgreSQL's timestamps, in Unix milliseconds. */
const postgresEpoch = 946_684_800_000;

/**
 * Returns an SQL expression that aggregates rows into hexadecimal text. Each row is start, end and count in PostgreSQL's
 * binary format: big-endian, 8, 8 and 4 bytes, times in microseconds. For 4,000 rows this takes PostgreSQL 2 ms less than
 * decimal numbers.
 */
export function occupanciesAsHex(from: string, to: string, count: string): string {
  return `encode(string_agg(timestamptz_send(${from}) || timestamptz_send(${to}) || int4send(${count}), ''), 'hex')`;
}

/** Reads the text of `occupanciesAsHex`; null is the text of no rows. */
export function readOccupancies(hex: string | null): Occupancy[] {
  const bytes = Buffer.from(hex ?? '', 'hex');
  const occupancies: Occupancy[] = [];
  for (let at = 0; at < bytes.length; at += occupancyBytes) {
    occupancies.push({ from: instantAt(bytes, at), to: instantAt(bytes, at + 8), count: bytes.readInt32BE(at + 16) });
  }
  return occupancies;
}

/** Reads epoch milliseconds. Exact within 285 years of 2000, a wider range than input accepts. */
function instantAt(bytes: Buffer, at: number): number {
  const microseconds = bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4);
  return postgresEpoch + Math.floor(microseconds / 1_000);
}
