import { readFileSync } from 'node:fs';
import { schemaFile, schemaText } from '../../src/graphql/schema.js';

describe('schema/schema.graphql', () => {
  it('is what `npm run schema:emit` writes', () => {
    expect(readFileSync(schemaFile, 'utf8')).toBe(schemaText());
  });
});
