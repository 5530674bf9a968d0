import { readFileSync } from 'node:fs';
import { parse, validate } from 'graphql';
import { bookingSchema, schemaFile, schemaText } from '../../src/graphql/schema.js';
import { figureReports } from '../../src/pages/dashboard/views/figures/figures.operations.js';
import { figureOperations, figureOperationsFile } from '../../src/process/figure-operations.js';

describe('schema/schema.graphql', () => {
  it('is what `npm run schema:emit` writes', () => {
    expect(readFileSync(schemaFile, 'utf8')).toBe(schemaText());
  });
});

describe('the charts of the dashboard', () => {
  it('are what `npm run schema:emit` writes', () => {
    expect(readFileSync(figureOperationsFile, 'utf8')).toBe(figureOperations());
  });

  it.each(figureReports.map(({ text }) => [text]))('are read by an operation of the schema: %.30s', (text) => {
    expect(validate(bookingSchema(), parse(text))).toEqual([]);
  });
});
