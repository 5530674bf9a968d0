import { DataRow } from '../../src/platform/database/data-row.js';

/** Returns the message of PostgreSQL that carries a row with these fields. */
export function dataRowMessage(fields: readonly (Buffer | null)[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeInt16BE(fields.length);
  const content = [count, ...fields.flatMap((field) => [int32(field?.length ?? -1), field ?? Buffer.alloc(0)])];
  const length = content.reduce((sum, part) => sum + part.length, 4);
  return Buffer.concat([Buffer.from('D'), int32(length), ...content]);
}

/** Returns a row with these fields. */
export function dataRow(fields: readonly (Buffer | null)[]): DataRow {
  const message = dataRowMessage(fields);
  return new DataRow(message, 5, message.length);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
