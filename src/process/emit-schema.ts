import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { compileOperations, readOperationSources } from '../graphql/operations.js';
import { bookingSchema, schemaFile, schemaText } from '../graphql/schema.js';
import { asyncApi, asyncApiFile } from './async-api.js';
import { figureOperations, figureOperationsFile } from './figure-operations.js';
import { formatDescription, openApi, openApiFile } from './open-api.js';

/** Run by `npm run schema:emit`. */
const described = openApi(compileOperations(bookingSchema(), readOperationSources()));
writeFileSync(schemaFile, schemaText());
writeFileSync(openApiFile, formatDescription(described));
writeFileSync(asyncApiFile, formatDescription(asyncApi(described)));
writeFileSync(figureOperationsFile, figureOperations());
