import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type pg from 'pg';
import { type DataRow, leaveRowsAsBytes, rowReader } from '../../../src/platform/database/data-row.js';
import { dataRow, dataRowMessage } from '../../support/data-rows.js';

const text = (value: string): string => value;

describe('a connection', () => {
  const values = ['plain', 'Åse Størmer', '名前', null, '', '👩‍👩‍👧', 'é'];
  const message = dataRowMessage(values.map((value) => (value === null ? null : Buffer.from(value))));
  const stream = new PassThrough();
  let rows: unknown[][] = [];
  beforeAll(() => {
    const connection = new EventEmitter() as pg.Connection;
    leaveRowsAsBytes(connection);
    connection.attachListeners(stream);
    connection.on('dataRow', (row: DataRow) => {
      const fields = [...row.fields];
      rowReader.start(row, true);
      const read = values.map(() => rowReader.text(text));
      expect(read).toEqual(fields);
      rows.push(read);
    });
  });

  it('emits rows whose bytes arrive in two parts, wherever they are divided', () => {
    const twice = Buffer.concat([message, message]);
    for (let at = 1; at < twice.length; at += 1) {
      rows = [];
      // The driver may use a part again.
      for (const part of [twice.subarray(0, at), twice.subarray(at)]) stream.emit('data', Buffer.from(part));
      expect(rows).toEqual([values, values]);
    }
  });

  it('emits a row whose bytes arrive one by one', () => {
    rows = [];
    for (const byte of message) stream.emit('data', Buffer.from([byte]));
    expect(rows).toEqual([values]);
  });
});

describe('a value in the binary format', () => {
  const read = (method: 'boolean' | 'integer' | 'instant', ...bytes: number[]): unknown => {
    rowReader.start(dataRow([Buffer.from(bytes)]), true);
    return rowReader[method](text);
  };

  it.each<['boolean' | 'integer' | 'instant', number[]]>([
    ['integer', [0, 0, 0, 0, 0, 0, 0, 5]],
    ['integer', [0, 5]],
    ['integer', []],
    ['boolean', [0, 0, 0, 1]],
    ['boolean', []],
    ['instant', [0, 0, 0, 5]],
    ['instant', [...Buffer.from('2026-11-25 10:00:00+00')]],
  ])('is an error if %s gets the bytes %j', (method, bytes) => {
    expect(() => read(method, ...bytes)).toThrow(`a value has ${bytes.length} bytes, not `);
  });
});
