import { readFileSync } from 'node:fs';
import { parse, validate } from 'graphql';
import { bookingSchema, schemaFile, schemaText } from '../../src/graphql/schema.js';
import { figureReports } from '../../src/pages/dashboard/views/figures/figures.operations.js';
import { figureOperations, figureOperationsFile } from '../../src/process/figure-operations.js';
import { figureResponses, figureResponsesFile } from '../../src/process/figure-responses.js';

describe('schema/schema.graphql', () => {
  it('is what `npm run schema:emit` writes', () => {
    expect(readFileSync(schemaFile, 'utf8')).toBe(schemaText());
  });
});

describe('schema/operations/figures.graphql', () => {
  it('is what `npm run schema:emit` writes', () => {
    expect(readFileSync(figureResponsesFile, 'utf8')).toBe(figureResponses(bookingSchema()));
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
